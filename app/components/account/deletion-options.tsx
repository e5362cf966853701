import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { onDemand } from '~/components/ui/on-demand';
import type { UserView } from '~/schemas/people/user';
import { DELETIONS, type Deletion } from './deletions';

const ConfirmDeletion = onDemand(() => import('./confirm-deletion'));

/** Deletion options still available to the user, from the mildest to the final one. */
export function DeletionOptions({ user }: { user: UserView }) {
  const [confirming, setConfirming] = useState<Deletion | null>(null);
  return (
    <>
      <ul className="-my-4 divide-y divide-line">
        {DELETIONS.map((deletion, index) =>
          deletion.isDone(user) ? null : (
            <li
              key={deletion.title}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
            >
              <div className="min-w-60 flex-1">
                <h3 className="font-medium">
                  <span className="font-normal text-muted">Option {index + 1}: </span>
                  {deletion.title}
                </h3>
                <p className="text-muted">{deletion.text}</p>
                {deletion.extraWarning && <p className="mt-1 text-danger">{deletion.extraWarning}</p>}
              </div>
              <Button
                variant={deletion.isFinal ? 'danger' : 'secondary'}
                onPointerEnter={ConfirmDeletion.preload}
                onFocus={ConfirmDeletion.preload}
                onClick={() => setConfirming(deletion)}
              >
                {deletion.button}
              </Button>
            </li>
          ),
        )}
      </ul>
      {confirming && <ConfirmDeletion deletion={confirming} onClose={() => setConfirming(null)} />}
    </>
  );
}
