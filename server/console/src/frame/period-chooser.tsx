import { parseDate } from '@internationalized/date';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DateRangePicker,
  DateSegment,
  Group,
  Label,
  Popover,
  RangeCalendar,
} from 'react-aria-components/DateRangePicker';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { addDays } from '../address/period.ts';
import { usePeriod } from '../address/use-period.ts';
import { useSetSearch } from '../address/view-search.ts';

const PRESETS = [
  ['7 days', 7],
  ['30 days', 30],
  ['90 days', 90],
] as const;

/** Chooses the days that pages are about, in UTC. */
export function PeriodChooser() {
  const { from, to } = usePeriod();
  const setSearch = useSetSearch();
  const choose = (first: string, last: string) => setSearch({ from: first, to: last }, true);
  return (
    <DateRangePicker
      className="period"
      value={{ start: parseDate(from), end: parseDate(to) }}
      onChange={(range) => range && choose(range.start.toString(), range.end.toString())}
    >
      <Label className="hidden-label">Period, days in UTC</Label>
      <Group className="period-group">
        <DateInput slot="start">{(segment) => <DateSegment segment={segment} />}</DateInput>
        <span aria-hidden="true">–</span>
        <DateInput slot="end">{(segment) => <DateSegment segment={segment} />}</DateInput>
        <span className="unit">UTC</span>
        <Button aria-label="Choose days in a calendar">▾</Button>
      </Group>
      <Popover className="popover">
        <Dialog className="calendar">
          <Presets onChoose={choose} />
          <RangeCalendar>
            <div className="calendar-head">
              <Button slot="previous">‹</Button>
              <Heading />
              <Button slot="next">›</Button>
            </div>
            <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
          </RangeCalendar>
        </Dialog>
      </Popover>
    </DateRangePicker>
  );
}

function Presets({ onChoose }: { onChoose(from: string, to: string): void }) {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <div className="presets">
      {PRESETS.map(([name, days]) => (
        <Button key={days} slot="close" onPress={() => onChoose(addDays(today, 1 - days), today)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
