import { migrate } from '../migrate.ts';
import { withBigMigration } from './big-migration.ts';

// Brings the database that is named by the argument up to date and tells each batch, to be killed in the middle.
await migrate(process.argv[2] ?? '', {
  list: withBigMigration,
  onProgress: (progress) => process.stdout.write(`${JSON.stringify(progress)}\n`),
});
