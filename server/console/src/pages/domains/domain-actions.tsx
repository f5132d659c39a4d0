import { useChange } from '../../client/use-change.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import type { DomainItem } from './domain-item.ts';
import { DomainProof } from './domain-proof.tsx';

/** What can be done with a domain. */
export function DomainActions({ domain }: { domain: DomainItem }) {
  const { host, status, is_default, fallback_resolver } = domain;
  const verify = useChange('verify_domain', ['list_domains']);
  const update = useChange('update_domain', ['list_domains']);
  const remove = useChange('remove_domain', ['list_domains', 'list_links']);
  const error = verify.error ?? update.error;
  return (
    <div className="actions">
      {status === 'pending' ? (
        <button type="button" disabled={verify.isPending} onClick={() => verify.mutate({ p_host: host })}>
          Verify<span className="hidden-label"> {host}</span>
        </button>
      ) : (
        <button
          type="button"
          disabled={update.isPending}
          onClick={() => update.mutate({ p_host: host, p_is_default: !is_default })}
        >
          {is_default ? 'Not the default' : 'Make it the default'}
        </button>
      )}
      <DomainProof domain={domain} />
      {status === 'verified' && (
        <FormDialog
          button="Old service"
          title={`Where links on ${host} were before`}
          submit="Save"
          onSubmit={({ fallback_resolver: given = '' }) =>
            update.mutateAsync({ p_host: host, p_fallback_resolver: given })
          }
        >
          <Field
            label="Address"
            name="fallback_resolver"
            type="url"
            defaultValue={fallback_resolver ?? ''}
            hint="An https address that is asked about paths which are not known here. Empty: nobody is asked."
          />
        </FormDialog>
      )}
      <ConfirmDialog
        button="Remove"
        title={`Remove ${host}?`}
        confirm="Remove"
        onConfirm={() => remove.mutateAsync({ p_host: host })}
      >
        <p>Its links lead nowhere at once. They are back once you have added and verified it again.</p>
      </ConfirmDialog>
      {error && (
        <p className="form-error" role="alert">
          {error.message}
        </p>
      )}
    </div>
  );
}
