/** Builds the page and the graphics into `built/`; `npm run build`. What comes out is committed, so that nobody needs Node to run it. */

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";

const TARGET = ["es2020", "chrome95"]; // the Chromium of OBS 28

await rm("built", { recursive: true, force: true });
await mkdir("built/graphics", { recursive: true });
const shared = { bundle: true, format: "esm", target: TARGET, minify: true, legalComments: "inline", outExtension: { ".js": ".mjs" }, charset: "utf8" };
const graphics = (await readdir("src/graphics")).map((name) => `src/graphics/${name}`);
await build({ ...shared, entryPoints: graphics, outdir: "built/graphics" });
await build({ ...shared, entryPoints: ["src/page.ts", "src/producer.ts", "src/mqtt.ts"], outdir: "built" });
await cp("src/page.html", "built/index.html");
for (const name of ["page.css", "producer.css", "producer.html"]) await cp(`src/${name}`, `built/${name}`);
await cp("manifests", "built/graphics", { recursive: true });

// what it was built from, for the test that tells a page whose sources have changed since
const sources = ["build.mjs", "package-lock.json", ...(await files("src")), ...(await files("manifests"))].sort();
const digests = await Promise.all(sources.map(async (name) => [name, createHash("sha256").update(await readFile(name)).digest("hex")]));
await writeFile("built/built-from.json", `${JSON.stringify(Object.fromEntries(digests), null, 1)}\n`);

async function files(folder) {
  const found = await readdir(folder, { withFileTypes: true, recursive: true });
  return found.filter((one) => one.isFile()).map((one) => `${one.parentPath ?? one.path}/${one.name}`);
}
