import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

// A process that tests start, signal and kill: `run-embedded.fixture.ts <options as JSON>`.
// It prints the result of the start as one line of JSON and stops on SIGTERM.
const log = (line: string) => process.stderr.write(`${line}\n`);
try {
  const server = await startEmbeddedPostgres({ ...JSON.parse(process.argv[2] ?? '{}'), log });
  process.once('SIGTERM', async () => {
    await server.stop();
    process.exit(0);
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(
    `${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`,
  );
  process.exitCode = 1;
}
