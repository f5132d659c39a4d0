// A shop's service that tracks each order which it takes: see README.md.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Tributary } from './tributary.js';

for (const name of ['TRIBUTARY_URL', 'CUSTOMER_ID', 'APP_ID', 'SDK_SECRET']) {
  if (!process.env[name]) {
    console.error(`${name} is not set: see README.md.`);
    process.exit(1);
  }
}

const { TRIBUTARY_URL, CUSTOMER_ID, APP_ID, SDK_SECRET, PORT = '3000' } = process.env;
const tributary = new Tributary({
  url: TRIBUTARY_URL,
  customerId: CUSTOMER_ID,
  appId: APP_ID,
  secret: SDK_SECRET,
});

/** Sends what has been tracked. What could not be sent stays queued, for the next time. */
async function flush() {
  try {
    for (const { event, code, error } of await tributary.flush())
      console.error(`event ${event.event_id} was refused: ${code}: ${error}`);
  } catch (error) {
    console.error(error.message);
  }
}

/** Takes an order: `{id, user, amount, currency, items}`. */
async function takeOrder(request, response) {
  const order = await json(request);
  tributary.track('purchase', {
    // The order's own id: if it is taken twice, it still counts once.
    event_id: `order-${order.id}`,
    // As the app gave it to `identify`: so the purchase counts for the campaign that brought the user.
    user_id: order.user,
    revenue: order.amount,
    currency: order.currency,
    event_properties: { order: order.id, items: order.items },
  });
  response.writeHead(201).end();
}

const server = createServer(async (request, response) => {
  try {
    if (request.method === 'POST' && request.url === '/orders') await takeOrder(request, response);
    else response.writeHead(404).end();
  } catch (error) {
    response.writeHead(400, { 'content-type': 'text/plain' }).end(`${error.message}\n`);
  }
});

const timer = setInterval(flush, 2000);
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`POST an order to http://127.0.0.1:${server.address().port}/orders`);
});

/** Takes no more orders, and sends what is left. */
async function stop() {
  clearInterval(timer);
  await new Promise((closed) => server.close(closed));
  await flush();
}
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop());
