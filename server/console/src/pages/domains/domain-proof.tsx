import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { CopyText } from '../../parts/copy-text.tsx';
import type { DomainItem } from './domain-item.ts';

/** What proves that a domain is the account's, on a sheet of its own: one of the two is enough. */
export function DomainProof({ domain: { host, txt, file } }: { domain: DomainItem }) {
  return (
    <DialogTrigger>
      <Button>Proof</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog>
            <Heading slot="title">What proves {host}</Heading>
            <p>A DNS record of type TXT. It may stay: it is looked for every day.</p>
            <CopyText text={txt.name} label="Copy the name" />
            <CopyText text={txt.value} label="Copy the value" />
            <p>Or, while the host is served elsewhere, a file there with this text alone.</p>
            <CopyText text={file.url} label="Copy the address of the file" />
            <CopyText text={file.content} label="Copy its text" />
            <div className="form-end">
              <Button slot="close">Close</Button>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
