import { useState } from 'react';
import { CompanySelection } from '~/components/shell/company-selection';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import type { UserView } from '~/schemas/people/user';
import { DeletionOptions } from './deletion-options';

/** Company selection replaces every page, including the settings, so it offers the deletion options too. */
export default function SelectionScreen({ user }: { user: UserView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <CompanySelection user={user}>
      <Button variant="ghost" aria-expanded={isOpen} className="self-center" onClick={() => setOpen(!isOpen)}>
        Manage my account
      </Button>
      {isOpen && (
        <Card
          title="Data Privacy & Deletion"
          description="Company records stay with the company whichever option you choose."
        >
          <DeletionOptions user={user} />
        </Card>
      )}
    </CompanySelection>
  );
}
