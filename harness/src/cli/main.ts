import { runOneOf } from '../command-line/run-command.ts';

// `npm run harness -- <command> [options]`
await runOneOf(
  'npm run harness --',
  {
    run: async () => (await import('../scenarios/run-command.ts')).runScenarioCommand,
    validate: async () => (await import('../scenarios/validate-command.ts')).validateCommand,
    schema: async () => (await import('../scenarios/schema-command.ts')).schemaCommand,
    openings: async () => (await import('../openings/openings-command.ts')).openingsCommand,
    soak: async () => (await import('../soak/soak-command.ts')).soakCommand,
  },
  process.argv.slice(2),
);
