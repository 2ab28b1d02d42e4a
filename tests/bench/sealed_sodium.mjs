// Prints the milliseconds of CPU time that libsodium's two products take, as JSON: `base_ms` from
// a scalar to bytes, `times_ms` from a scalar and bytes to bytes; each the best of some rounds.
// Run with the path of a file beside `node_modules`.

import { createRequire } from "node:module";

const sodium = createRequire(process.argv[2])("libsodium-wrappers-sumo");
await sodium.ready;

const PRODUCTS = 1000;
const ROUNDS = 7;

const scalars = Array.from({ length: PRODUCTS }, () => sodium.crypto_core_ristretto255_scalar_random());
const points = Array.from({ length: PRODUCTS }, () => sodium.crypto_core_ristretto255_random());

function best(work) {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (let number = 0; number < PRODUCTS; number += 1) work(number);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000 / PRODUCTS);
  }
  return least;
}

console.log(
  JSON.stringify({
    base_ms: best((number) => sodium.crypto_scalarmult_ristretto255_base(scalars[number])),
    times_ms: best((number) => sodium.crypto_scalarmult_ristretto255(scalars[number], points[number])),
  }),
);
