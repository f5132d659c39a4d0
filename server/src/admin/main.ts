import { ConfigError, readConfig } from '../config.ts';
import { AdminError } from './command.ts';
import { runAdmin } from './run-admin.ts';

try {
  await runAdmin(readConfig(process.env), process.argv.slice(2), (line) => console.log(line));
} catch (error) {
  const forPeople = error instanceof AdminError || error instanceof ConfigError;
  console.error(forPeople ? error.message : error);
  process.exitCode = 1;
}
