import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTxtFinder, type FindTxt } from './find-txt.ts';

const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME, REFUSED] = [0, 2, 3, 5];
/** What is said of names: texts, each in parts of at most 255 bytes, or a failure. */
const ZONE: Readonly<Record<string, readonly (readonly string[])[] | number>> = {
  'one.example': [['tributary-domain=1']],
  'many.example': [['v=spf1 -all'], ['tributary-domain=2']],
  'long.example': [['a'.repeat(255), 'b'.repeat(40)]],
  'none.example': NO_ERROR,
  'unknown.example': NO_SUCH_NAME,
  'broken.example': SERVER_FAILURE,
  'refused.example': REFUSED,
};

let socket: Socket;
let find: FindTxt;
beforeAll(async () => {
  socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  find = createTxtFinder([`127.0.0.1:${socket.address().port}`]);
});
afterAll(() => socket.close());

/** A name server's answer, as RFC 1035 has it. */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(12, at + 5);
  const said = ZONE[labels.join('.').toLowerCase()] ?? NO_SUCH_NAME;
  const texts = typeof said === 'number' ? [] : said;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof said === 'number' ? said : NO_ERROR), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, question, ...texts.map(recordOf)]);
}

function recordOf(parts: readonly string[]): Buffer {
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
  // The name of the question, TXT, IN, a minute.
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

test.each([
  ['one.example', ['tributary-domain=1']],
  ['many.example', ['v=spf1 -all', 'tributary-domain=2']],
  ['long.example', ['a'.repeat(255) + 'b'.repeat(40)]],
  ['none.example', []],
  ['unknown.example', []],
])('the texts of %s are found', async (name, texts) => {
  expect(await find(name)).toEqual({ kind: 'answered', texts });
});

test.each(['broken.example', 'refused.example'])('%s could not be asked', async (name) => {
  expect(await find(name)).toEqual({ kind: 'unreachable' });
});

test('a name server that is not there could not be asked', async () => {
  expect(await createTxtFinder(['127.0.0.1:1'])('one.example')).toEqual({ kind: 'unreachable' });
});
