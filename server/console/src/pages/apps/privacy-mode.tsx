import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { App } from '../../account/account.tsx';
import type { InputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';

type Mode = NonNullable<InputOf<'update_app'>['p_privacy_mode']>;

const MODES: readonly { readonly id: Mode; readonly name: string }[] = [
  { id: 'standard', name: 'Standard' },
  { id: 'strict', name: 'Strict' },
];

/** The measured figures are those of docs/privacy.md. */
const COSTS: Record<Mode, readonly string[]> = {
  standard: [
    'Advertising ids and Android ids are stored; networks are cut to /24 and /48.',
    'Installs are also matched by those ids and by likeness.',
    'Ad networks are told, unless the user withdrew.',
  ],
  strict: [
    'No advertising id and no Android id is stored; networks are cut to /16 and /32.',
    'Only clicks that an install names count, none by an id or by likeness: in the simulated world 74 % of what clicks brought is attributed to them, instead of 94 %; the rest counts as organic.',
    'Ad networks are told nothing unless the user stated ad_user_data: true.',
    'Payments are tied to a device by a click or a user alone.',
    'Of repeated installs and floods of clicks the fraud rules see nothing.',
  ],
};

/** How much of everyone an app stores, and what each choice costs. */
export function PrivacyMode({ app }: { app: App }) {
  const queries = useQueryClient();
  const update = useChange('update_app', []);
  const [mode, setMode] = useState<Mode>(app.privacy_mode);
  return (
    <Form
      submit="Save the mode"
      onSubmit={async () => {
        await update.mutateAsync({ p_app_id: app.id, p_privacy_mode: mode });
        await queries.invalidateQueries();
      }}
      beside={update.isSuccess && <span role="status">Saved.</span>}
    >
      <PrivacyChoice mode={mode} onChoose={setMode} />
      <p className="hint">
        It holds for what arrives from then on. What was stored before stays, until it is erased or its time
        is over.
      </p>
    </Form>
  );
}

/** A field that takes a mode, with what it costs. */
export function PrivacyChoice({ mode, onChoose }: { mode: Mode; onChoose(mode: Mode): void }) {
  return (
    <>
      <SelectField
        label="Privacy mode"
        name="privacy_mode"
        value={mode}
        onChange={({ target }) => onChoose(MODES.find(({ id }) => id === target.value)?.id ?? mode)}
        options={MODES}
      />
      <ul aria-label={`What ${mode} mode means`} aria-live="polite">
        {COSTS[mode].map((cost) => (
          <li key={cost}>{cost}</li>
        ))}
      </ul>
    </>
  );
}
