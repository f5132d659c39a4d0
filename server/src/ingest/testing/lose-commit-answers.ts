import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to the database that forwards a commit and then breaks the connection: the commit happens, but the response
 * is lost.
 *
 * @param databaseUrl the database's own server, on a Unix socket (`?host=`) or an address.
 */
export async function loseCommitAnswers(
  databaseUrl: string,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connectTo(databaseUrl);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    let committing = false;
    client.on('data', (chunk) => {
      committing ||= chunk.includes('store_events');
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (committing) client.destroy();
      else client.write(chunk);
    });
    server.on('close', () => client.destroy());
    client.on('close', () => server.end());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

function connectTo(databaseUrl: string): Socket {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  return folder === null
    ? connect(Number(port || 5432), hostname)
    : connect(`${folder}/.s.PGSQL.${port || 5432}`);
}
