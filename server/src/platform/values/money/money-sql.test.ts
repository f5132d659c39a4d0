import { expect, test } from 'vitest';
import { useService } from '../../../testing/use-service.ts';
import { toMoney } from './money.ts';
import { moneySql } from './money-sql.ts';

const service = useService();
const AMOUNTS = ['0', '-2', '2', '2.5', '2.50', '2.125', '0.00005', '999999999999999.99999999999999999999'];

test('PostgreSQL prints every amount of every currency as this process does', async () => {
  const currencies = [...Intl.supportedValuesOf('currency'), 'CLF', 'UYW', 'UYI', 'XAU', null];
  const given = currencies.flatMap((currency) => AMOUNTS.map((amount) => ({ amount, currency })));
  const { rows } = await service.services.workPool.query<{ row: string }>(
    `select row_to_json(row)::text as row from (
       select ${moneySql('amount', 'currency')} as printed
       from json_to_recordset($1) as given (amount numeric, currency text)) row`,
    [JSON.stringify(given)],
  );
  const here = given.map(({ amount, currency }) => JSON.stringify({ printed: toMoney(amount, currency) }));
  expect(rows.map(({ row }) => row)).toEqual(here);
});
