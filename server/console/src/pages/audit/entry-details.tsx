import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { CopyText } from '../../parts/copy-text.tsx';
import { Id, Time } from '../../values/values.tsx';
import type { AuditEntry } from './audit-entry.ts';

/** All that is recorded of a change, on a sheet. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  return (
    <DialogTrigger>
      <Button>Show</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog>
            {({ close }) => (
              <>
                <Heading slot="title">{entry.action}</Heading>
                <dl className="facts">
                  <dt>When</dt>
                  <dd>
                    <Time at={entry.at} />
                  </dd>
                  <dt>Who</dt>
                  <dd>{entry.email ?? 'an operator'}</dd>
                  <dt>Of</dt>
                  <dd>
                    {entry.target_type} <Id value={entry.target_id} />
                  </dd>
                  <dt>From</dt>
                  <dd>{entry.ip ?? 'the server itself'}</dd>
                </dl>
                <CopyText text={JSON.stringify(entry.details, null, 2)} label="Copy the details" isBlock />
                <div className="form-end">
                  <Button onPress={close}>Close</Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
