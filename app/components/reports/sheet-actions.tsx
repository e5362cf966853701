import Download from 'lucide-react/icons/download';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { Button } from '~/components/ui/button';
import { DialogFooter } from '~/components/ui/dialog';

type Action = { run: () => void; pending: boolean; disabledReason?: string | null };

/** Footer of an on-screen report: close, print and download. */
export function SheetActions({
  isReady,
  onClose,
  print,
  csv,
  workbook,
  children,
}: {
  /** True when there is something to print and save. */
  isReady: boolean;
  onClose: () => void;
  print: Action;
  csv: Action;
  workbook: Action;
  /** Additional buttons. */
  children?: ReactNode;
}) {
  const toButtonProps = ({ run, pending, disabledReason }: Action) => ({
    pending,
    disabledReason,
    disabled: !isReady,
    onClick: run,
  });
  return (
    <DialogFooter>
      <Button className="max-sm:hidden" onClick={onClose}>
        Close
      </Button>
      <Button icon={<Printer aria-hidden="true" className="size-4" />} {...toButtonProps(print)}>
        Print
      </Button>
      <Button icon={<Download aria-hidden="true" className="size-4" />} {...toButtonProps(csv)}>
        <FileLabel kind="CSV" />
      </Button>
      <Button icon={<FileSpreadsheet aria-hidden="true" className="size-4" />} {...toButtonProps(workbook)}>
        <FileLabel kind="XLSX" />
      </Button>
      {children}
    </DialogFooter>
  );
}

function FileLabel({ kind }: { kind: string }) {
  return (
    <span>
      <span className="max-sm:sr-only">Download </span>
      {kind}
    </span>
  );
}
