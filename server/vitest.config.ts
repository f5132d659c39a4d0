import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('server', {
  database: true,
  // They measure how much memory is held.
  apart: ['src/privacy/exports/export-memory.test.ts', 'src/platform/values/memory/flat-copy.test.ts'],
  // What a version of PostgreSQL can do in another way: locks, queues, functions of ours, notices, copies, backups. That
  // it understands every other statement as well, recorded-statements.test.ts sees.
  onOldPostgres: [
    'src/run/admin/upgrade-check.test.ts',
    'src/attribution/work/**/*.test.ts',
    'src/run/backup/backup-and-restore.test.ts',
    'src/platform/store/changes/**/*.test.ts',
    'src/platform/store/group-commit/**/*.test.ts',
    'src/ingest/store/**/*.test.ts',
    'src/payments/credit/**/*.test.ts',
    'src/postbacks/outbox/**/*.test.ts',
    'src/privacy/retention/**/*.test.ts',
    'src/counters/**/*.test.ts',
    'src/testing/whole-life.test.ts',
  ],
});
