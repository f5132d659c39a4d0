import { useState } from 'react';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import type { Entered } from '../../parts/forms/form.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';

type Words = OutputOf<'get_link_page_texts'>;
type Language = keyof Words['defaults'];
type Name = keyof Words['defaults'][Language];

const LABELS: Readonly<Record<Name, string>> = {
  open: 'Button into the app',
  web: 'Button to the web',
  get: 'Button to a store',
  scan: 'Above the QR code',
  copies: 'Below a button that copies a code',
};
const NAMES = Object.keys(LABELS) as Name[];

const nameOf = (language: string) =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

/** How the landing pages of all links are worded, in each language that they speak. */
export function PageWords() {
  const words = useRead('get_link_page_texts', {});
  const set = useChange('set_link_page_texts', ['get_link_page_texts']);
  return (
    <Card title="Texts of landing pages">
      <Loaded of={words}>
        {({ texts, defaults }) => (
          <>
            <p>{describe(texts)} They hold for the landing pages of all links of the account.</p>
            <FormDialog
              button="Change the words"
              title="What landing pages say"
              submit="Save the words"
              onSubmit={(entered) => set.mutateAsync({ p_texts: withLanguage(texts, entered) })}
            >
              <WordFields texts={texts} defaults={defaults} />
            </FormDialog>
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** The texts of one language at a time; what is empty is said as the service says it. */
function WordFields({ texts, defaults }: Words) {
  const languages = Object.keys(defaults) as Language[];
  const [language, setLanguage] = useState<Language>(languages[0] ?? 'en');
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return (
    <>
      <SelectField
        label="Language"
        name="language"
        options={languages.map((id) => ({ id, name: nameOf(id) }))}
        value={language}
        onChange={({ target }) => setLanguage(target.value as Language)}
        hint="Saved one at a time."
      />
      {NAMES.map((name) => (
        <Field
          key={`${language}.${name}`}
          label={LABELS[name]}
          name={`texts.${language}.${name}`}
          dir={direction}
          lang={language}
          maxLength={100}
          defaultValue={texts[language]?.[name] ?? ''}
          placeholder={defaults[language][name]}
        />
      ))}
    </>
  );
}

/** All texts, with those of the language that was entered. */
function withLanguage(texts: Words['texts'], entered: Entered): Words['texts'] {
  const language = (entered.language ?? 'en') as Language;
  const given = NAMES.map((name) => [name, entered[`texts.${language}.${name}`]?.trim() ?? ''] as const);
  return { ...texts, [language]: Object.fromEntries(given.filter(([, text]) => text !== '')) };
}

function describe(texts: Words['texts']): string {
  const own = Object.keys(texts).map(nameOf);
  return own.length === 0
    ? 'They are the service’s own, in the language of the visitor.'
    : `Your own in ${new Intl.ListFormat('en').format(own)}, the service’s otherwise.`;
}
