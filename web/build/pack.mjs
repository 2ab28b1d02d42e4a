// Packs files for hosts that send what is packed: brotli beside every file.
//
//   node pack.mjs FOLDER QUALITY
//
// Every file in FOLDER gets its .br beside it.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [folder, quality] = process.argv.slice(2);

for (const name of readdirSync(folder)) {
  const file = join(folder, name);
  const body = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: Number(quality),
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
}
