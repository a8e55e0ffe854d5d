// Prints a line for each fault that AsyncAPI's own parser finds in a document, and fails if there is one.
const { readFileSync } = require("fs");
const { Parser } = require("@asyncapi/parser");

const WARNING = 1;

async function main(path) {
  const { document, diagnostics } = await new Parser().parse(readFileSync(path, "utf8"));
  const faults = diagnostics.filter((one) => one.severity <= WARNING);
  for (const fault of faults) console.log(`${fault.path.join(".")}: ${fault.message}`);
  if (!document || faults.length) process.exit(1);
  console.log(`${document.channels().all().length} channels, ${document.allMessages().all().length} messages`);
}

main(process.argv[2]);
