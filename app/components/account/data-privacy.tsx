import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import type { UserView } from '~/schemas/people/user';
import { DeletionOptions } from './deletion-options';

/** Account deletion options. Once the account is marked for deletion, the others are behind a button, since none is needed. */
export function DataPrivacy({ user }: { user: UserView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="Data Privacy & Deletion"
      description="Company records (wells, layers, accretion, audit history) stay with the company whichever option you choose."
    >
      <div className="flex flex-col gap-6">
        {user.isDeleted && (
          <Button className="self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            More deletion options
          </Button>
        )}
        {(!user.isDeleted || isOpen) && <DeletionOptions user={user} />}
      </div>
    </Card>
  );
}
