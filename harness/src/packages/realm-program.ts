/**
 * A program that runs a file's tests as jest does: in a realm of its own, whose errors and arrays are not those of Node's
 * modules. It prints the names of the tests that pass.
 */
export const REALM_PROGRAM = `
const assert = require('node:assert');
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname } = require('node:path');
const vm = require('node:vm');

const own = Object.getOwnPropertyNames(vm.runInNewContext('globalThis'));
const given = Object.getOwnPropertyNames(globalThis).filter((name) => !own.includes(name) && name !== 'globalThis');
const context = vm.createContext(Object.fromEntries(given.map((name) => [name, globalThis[name]])));
const loaded = new Map();

function load(path) {
  if (loaded.has(path)) return loaded.get(path).exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const find = createRequire(path);
  const require = (id) => {
    const found = find.resolve(id);
    return found.startsWith('/') ? load(found) : find(id);
  };
  const wrapped = '(function (exports, require, module, __filename, __dirname) {' + readFileSync(path, 'utf8') + '\\n})';
  const run = vm.runInContext(wrapped, context, { filename: path });
  run.call(module.exports, module.exports, require, module, path, dirname(path));
  return module.exports;
}

const [tests, hooks] = [[], { beforeAll: [], afterEach: [], afterAll: [] }];
for (const name of Object.keys(hooks)) context[name] = (run) => hooks[name].push(run);
context.test = (name, run) => tests.push([name, run]);
context.expect = (value) => ({
  toMatchObject: (expected) => {
    const kept = (seen, wanted) =>
      wanted !== null && typeof wanted === 'object'
        ? Object.fromEntries(Object.keys(wanted).map((key) => [key, kept(seen?.[key], wanted[key])]))
        : seen;
    assert.deepEqual(kept(value, expected), kept(expected, expected));
  },
});

async function runTests() {
  load(require('node:path').resolve(process.argv[2]));
  for (const run of hooks.beforeAll) await run();
  for (const [name, run] of tests) {
    await run();
    for (const each of hooks.afterEach) await each();
    console.log(name);
  }
  for (const run of hooks.afterAll) await run();
}

runTests().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;
