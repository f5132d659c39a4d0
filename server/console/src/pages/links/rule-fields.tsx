import { useEffect, useRef, useState } from 'react';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { momentText } from '../../parts/forms/moment-field.ts';
import { countries } from '../../values/countries.ts';
import { type LinkRule, PLATFORMS } from './link-arguments.ts';

interface Row {
  readonly key: number;
  /** What the rule was; a new one was nothing. */
  readonly rule: LinkRule | null;
}

const MOST = 20;

interface RuleFieldsProps {
  readonly rules: readonly LinkRule[];
  /** The rules are others, or in another order. */
  onMoved(): void;
}

/** The rules of a link, in the order in which they are tried. */
export function RuleFields({ rules, onMoved }: RuleFieldsProps) {
  const [rows, setRows] = useState<readonly Row[]>(() => rules.map((rule, key) => ({ key, rule })));
  const next = useRef(rules.length);
  const add = useRef<HTMLButtonElement>(null);
  const moved = useRef(onMoved);
  moved.current = onMoved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once the rows are there.
  useEffect(() => moved.current(), [rows]);
  return (
    <>
      <p className="hint">
        The first rule that holds says where a visitor goes. Rules with a share divide their visitors; each
        visitor always comes to the same place.
      </p>
      {rows.map((row, at) => (
        <RuleRow
          key={row.key}
          at={at}
          rule={row.rule}
          onEarlier={at === 0 ? null : () => setRows(swapped(rows, at - 1))}
          onRemove={() => {
            setRows(rows.filter((other) => other !== row));
            add.current?.focus();
          }}
        />
      ))}
      <div>
        <button
          ref={add}
          type="button"
          disabled={rows.length >= MOST}
          onClick={() => setRows([...rows, { key: next.current++, rule: null }])}
        >
          Add a rule
        </button>
      </div>
    </>
  );
}

/** With the row at a place and the one after it exchanged. */
const swapped = (rows: readonly Row[], at: number) =>
  rows.map((row, place) => (place === at ? rows[at + 1] : place === at + 1 ? rows[at] : row) ?? row);

interface RuleRowProps {
  readonly at: number;
  readonly rule: LinkRule | null;
  readonly onEarlier: (() => void) | null;
  onRemove(): void;
}

function RuleRow({ at, rule, onEarlier, onRemove }: RuleRowProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (rule === null) row.current?.querySelector('select')?.focus();
  }, [rule]);
  return (
    <fieldset ref={row} className="rule">
      <legend>Rule {at + 1}</legend>
      <RuleInputs name={`rules.${at}`} rule={rule} />
      <div className="actions">
        {onEarlier && (
          <button type="button" onClick={onEarlier}>
            Try earlier<span className="hidden-label"> rule {at + 1}</span>
          </button>
        )}
        <button type="button" className="danger-link" onClick={onRemove}>
          Remove<span className="hidden-label"> rule {at + 1}</span>
        </button>
      </div>
    </fieldset>
  );
}

function RuleInputs({ name, rule }: { name: string; rule: LinkRule | null }) {
  const { platform, country, language, from, until } = rule?.when ?? {};
  return (
    <>
      <SelectField
        label="Device"
        name={`${name}.when.platform`}
        defaultValue={platform ?? ''}
        options={[{ id: '', name: 'Any' }, ...PLATFORMS]}
      />
      <Field label="Leads to" name={`${name}.url`} required defaultValue={rule?.url ?? ''} maxLength={2048} />
      <SelectField
        label="Country"
        name={`${name}.when.country`}
        defaultValue={country ?? ''}
        options={[{ id: '', name: 'Any' }, ...countries().slice(1)]}
      />
      <Field
        label="Language"
        name={`${name}.when.language`}
        defaultValue={language ?? ''}
        hint="Such as pt, which includes pt-BR."
      />
      <Field
        label="From (UTC)"
        name={`${name}.when.from`}
        type="datetime-local"
        step="any"
        defaultValue={momentText(from)}
      />
      <Field
        label="Until (UTC)"
        name={`${name}.when.until`}
        type="datetime-local"
        step="any"
        defaultValue={momentText(until)}
      />
      <Field
        label="Share"
        name={`${name}.weight`}
        type="number"
        min={1}
        max={1_000_000}
        defaultValue={rule?.weight ?? ''}
        hint="3 and 1 are three quarters and one."
      />
    </>
  );
}
