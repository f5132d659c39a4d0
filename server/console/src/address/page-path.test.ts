import { expectTypeOf, test } from 'vitest';
import type { DOORS } from '../frame/doors.ts';
import type { PAGES } from '../pages.ts';
import type { DoorPattern, PagePath, PagePattern } from './page-path.ts';

// The compiler holds these.
test('every path that a link may lead to is one of a page, and every page can be led to', () => {
  expectTypeOf<PagePattern>().toEqualTypeOf<(typeof PAGES)[number]['path']>();
  expectTypeOf<DoorPattern>().toEqualTypeOf<(typeof DOORS)[number]['path']>();
});

test('no link leads to a misspelt path', () => {
  expectTypeOf<'/overview' | '/sign-in' | `/links/${string}`>().toExtend<PagePath>();
  expectTypeOf<'/overveiw'>().not.toExtend<PagePath>();
  expectTypeOf<'overview'>().not.toExtend<PagePath>();
  expectTypeOf<'/overview/1'>().not.toExtend<PagePath>();
});
