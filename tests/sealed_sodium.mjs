// Answers what libsodium makes of each line of its input: [what, ...hexadecimal] → hexadecimal,
// or null where libsodium refuses. Run with the path of a file beside `node_modules`.

import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";

const sodium = createRequire(process.argv[2])("libsodium-wrappers-sumo");
await sodium.ready;

const asked = {
  add: sodium.crypto_core_ristretto255_add,
  subtract: sodium.crypto_core_ristretto255_sub,
  times: sodium.crypto_scalarmult_ristretto255,
  base: sodium.crypto_scalarmult_ristretto255_base,
  draw: sodium.crypto_core_ristretto255_from_hash,
  valid: (point) => Uint8Array.of(sodium.crypto_core_ristretto255_is_valid_point(point) ? 1 : 0),
  reduce: sodium.crypto_core_ristretto255_scalar_reduce,
  scalarAdd: sodium.crypto_core_ristretto255_scalar_add,
  scalarSubtract: sodium.crypto_core_ristretto255_scalar_sub,
  scalarTimes: sodium.crypto_core_ristretto255_scalar_mul,
  scalarInverse: sodium.crypto_core_ristretto255_scalar_invert,
  scalarNegative: sodium.crypto_core_ristretto255_scalar_negate,
};

function answer([what, ...given]) {
  if (!asked[what]) throw new Error(`libsodium is asked for ${what}`);
  try {
    return sodium.to_hex(asked[what](...given.map((hex) => sodium.from_hex(hex))));
  } catch {
    return null;
  }
}

const lines = readFileSync(0, "utf8").trim().split("\n");
writeFileSync(1, lines.map((line) => JSON.stringify(answer(JSON.parse(line)))).join("\n"));
