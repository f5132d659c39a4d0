import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a database that can be shut, as a network can. */
export interface DatabaseGate {
  /** The database's address through the gate. */
  readonly url: string;
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Lets nothing through any more, without a word: connections stay, and new ones are taken. */
  freeze(): void;
  /** Ends the frost, and the connections that were caught in it. */
  thaw(): void;
  open(): Promise<void>;
}

export async function openDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  const passing = new Set<Socket>();
  let frozen = false;
  const server = createServer((socket) => {
    if (frozen) {
      passing.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => passing.delete(socket));
      return;
    }
    const onward = folder
      ? connect(`${folder}/.s.PGSQL.${target.port || 5432}`)
      : connect(Number(target.port || 5432), target.hostname);
    for (const [here, there] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      passing.add(here);
      here.on('error', () => {});
      here.on('close', () => {
        passing.delete(here);
        there.destroy();
      });
      here.pipe(there);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  const through = new URL(databaseUrl);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  through.searchParams.delete('host');
  return {
    url: through.href,
    async shut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of passing) socket.destroy();
      await closed;
    },
    freeze() {
      frozen = true;
      for (const socket of passing) socket.unpipe().pause();
    },
    thaw() {
      frozen = false;
      for (const socket of passing) socket.destroy();
    },
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
