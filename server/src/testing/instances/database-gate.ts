import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a database that can be shut, like a lost network, or stalled, like a hung machine. */
export interface DatabaseGate {
  /** The database's URL through the gate. */
  readonly url: string;
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /**
   * From now on accepts everything and answers nothing, including on new connections; with an application name, only on
   * the connections that it has open.
   */
  stall(applicationName?: string): void;
  /** Stalls when that text is sent; everything sent before still gets through. */
  stallAfter(text: string): void;
  /** Calls `act` once, when clients have sent that many pieces more and before the last of them gets through. */
  beforePiece(count: number, act: () => void): void;
  /** Resumes after a stall. */
  thaw(): void;
}

/** A connection and its other end. */
interface Way {
  readonly here: Socket;
  readonly there: Socket;
  /** The first that the client sent: its application name is in it. */
  readonly opening: () => string;
}

/** Opens a way to the database that can be shut, for a service that is given its address. */
export async function openDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const ways = new Set<Way>();
  let stalled = false;
  let trigger: string | undefined;
  let counted = { left: 0, act: () => {} };
  const stall = (applicationName = '') => {
    stalled = applicationName === '';
    for (const { here, there, opening } of ways)
      if (opening().includes(applicationName)) here.unpipe(there).pause();
  };
  const server = createServer((socket) => {
    const onward = connectTo(databaseUrl);
    let opened = '';
    const opening = () => opened;
    socket.on('data', (chunk) => {
      opened ||= chunk.toString('latin1');
      if (trigger !== undefined && chunk.includes(trigger)) stall();
      if (--counted.left === 0) counted.act();
    });
    socket.pause();
    for (const way of [
      { here: socket, there: onward, opening },
      { here: onward, there: socket, opening },
    ]) {
      ways.add(way);
      way.here.on('error', () => {});
      way.here.on('close', () => {
        ways.delete(way);
        way.there.destroy();
      });
      if (!stalled) way.here.pipe(way.there);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  return {
    url: throughPort(databaseUrl, port),
    stall,
    stallAfter(text) {
      trigger = text;
    },
    beforePiece(count, act) {
      counted = { left: count, act };
    },
    thaw() {
      stalled = false;
      trigger = undefined;
      for (const { here, there } of ways) here.unpipe(there).pipe(there);
    },
    async shut() {
      const closed = once(server, 'close');
      server.close();
      for (const { here } of ways) here.destroy();
      await closed;
    },
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

function connectTo(databaseUrl: string): Socket {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  return folder ? connect(`${folder}/.s.PGSQL.${port || 5432}`) : connect(Number(port || 5432), hostname);
}

function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  url.searchParams.delete('host');
  return url.href;
}
