import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('server', {
  database: true,
  // They measure how much memory is held.
  apart: ['src/exports/export-memory.test.ts', 'src/memory/flat-copy.test.ts'],
  // What a version of PostgreSQL can do in another way: locks, queues, functions of ours, notices, copies, backups. That
  // it understands every other statement as well, recorded-statements.test.ts sees.
  onOldPostgres: [
    'src/admin/upgrade-check.test.ts',
    'src/analytics/analytics.route.test.ts',
    'src/attribution/attribution.test.ts',
    'src/attribution/store/**/*.test.ts',
    'src/attribution/work/**/*.test.ts',
    'src/backup/backup-and-restore.test.ts',
    'src/changes/**/*.test.ts',
    'src/clicks/**/*.test.ts',
    'src/devices/**/*.test.ts',
    'src/erasure/delete-account.test.ts',
    'src/erasure/erase-device.test.ts',
    'src/erasure/forget/forget.route.test.ts',
    'src/exports/export.test.ts',
    'src/group-commit/**/*.test.ts',
    'src/imports/import-results.test.ts',
    'src/ingest/store/**/*.test.ts',
    'src/live-view/**/*.test.ts',
    'src/payments/credit/**/*.test.ts',
    'src/payments/record/**/*.test.ts',
    'src/postbacks/deliver/**/*.test.ts',
    'src/postbacks/outbox/**/*.test.ts',
    'src/retention/**/*.test.ts',
    'src/rollups/**/*.test.ts',
    'src/testing/whole-life.test.ts',
  ],
});
