// Packs files for hosts that send what is packed: brotli beside every file.
//
//   node pack.mjs FOLDER QUALITY…
//
// FOLDER/QUALITY holds files to be packed with that quality; each gets its .br beside it.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [folder, ...qualities] = process.argv.slice(2);

for (const quality of qualities) {
  for (const name of readdirSync(join(folder, quality))) {
    const file = join(folder, quality, name);
    const body = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: Number(quality),
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
  }
}
