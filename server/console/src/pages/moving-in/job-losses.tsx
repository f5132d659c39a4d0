import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { ServiceError } from '../../http/service-error.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { LossTable } from '../imports/loss-table.tsx';
import { fetchNotCarriedOver, type NotCarriedOver } from '../imports/send-import.ts';

/** What could not be carried over of a file, on a sheet of its own. */
export function JobLosses({ jobId }: { jobId: string }) {
  return (
    <DialogTrigger>
      <Button>Not carried over</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog>
            <Heading slot="title">Not carried over</Heading>
            <Losses jobId={jobId} />
            <div className="form-end">
              <Button slot="close">Close</Button>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Losses({ jobId }: { jobId: string }) {
  const losses = useQuery<readonly NotCarriedOver[], ServiceError>({
    queryKey: ['link-importer/status', jobId],
    queryFn: () => fetchNotCarriedOver(jobId),
  });
  return (
    <Loaded of={losses}>
      {(found) => (found.length === 0 ? <p>Nothing was left behind.</p> : <LossTable losses={found} />)}
    </Loaded>
  );
}
