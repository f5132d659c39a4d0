import { expect, test } from 'vitest';
import { type CitusNode, describeNodes, findImbalance } from './read-nodes.ts';

const node = (given: Partial<CitusNode>): CitusNode => ({
  name: 'db1:5432',
  active: true,
  has_shards: true,
  shards: 32,
  bytes: 3e9,
  ...given,
});

test('a node is shown with what it has', () => {
  expect(describeNodes([node({}), node({ name: 'db0:5432', has_shards: false })])).toEqual([
    'node db1:5432: 32 shards, 3.00 GB',
    'node db0:5432: no shards',
  ]);
});

test.each<[string, CitusNode[], string[]]>([
  ['one node', [node({})], []],
  ['two alike', [node({}), node({ bytes: 2e9 })], []],
  ['exactly twice as much', [node({ bytes: 4e9 }), node({ bytes: 2e9 })], []],
  ['little data', [node({ bytes: 9e8 }), node({ bytes: 0 })], []],
  ['a coordinator without shards', [node({}), node({ has_shards: false, bytes: 0 })], []],
  [
    'more than twice as much',
    [node({ bytes: 4e9 }), node({ bytes: 1.9e9 })],
    ['one node has 4.00 GB and another 1.90 GB: select citus_rebalance_start() spreads them evenly'],
  ],
  ['a disabled node', [node({}), node({ name: 'db2:5432', active: false })], ['node db2:5432 is disabled']],
])('of %s says what is wrong', (_, nodes, problems) => {
  expect(findImbalance(nodes)).toEqual(problems);
});
