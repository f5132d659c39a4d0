// Serves the shop with the address and the key of the environment: `node serve.js`.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { TRIBUTARY_URL, API_KEY, PORT = '8080' } = process.env;
if (!TRIBUTARY_URL || !API_KEY) throw new Error('TRIBUTARY_URL and API_KEY must be set');

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const script = read('shop.js')
  .replace('{{TRIBUTARY_URL}}', TRIBUTARY_URL.replace(/\/+$/, ''))
  .replace('{{API_KEY}}', API_KEY);
const page = read('index.html');

const server = createServer(({ url }, response) => {
  const [type, text] = url === '/shop.js' ? ['text/javascript', script] : ['text/html', page];
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The shop is at http://127.0.0.1:${server.address().port}/`);
});
