import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import StickyNote from 'lucide-react/icons/sticky-note';
import Table2 from 'lucide-react/icons/table-2';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { IconButton } from '~/components/ui/icon-button';
import { onDemand } from '~/components/ui/on-demand';
import { TextLink } from '~/components/ui/text-link';
import { POSTING_NAMES } from '~/domain/books/posting-kind-names';
import { EVIDENCE_TYPES } from '~/domain/files/evidence-file';
import { personName } from '~/hooks/person-name';
import { formatSize } from '~/hooks/size-text';
import { useDialogAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import type { EvidenceView } from '~/schemas/close/evidence';

const RemoveEvidence = onDemand(() => import('./remove-evidence'));

const CLOSED_PERIOD_REASON = 'This supports a closed period';

/** Files and notes, newest first, with who added them and when. */
export function EvidenceList({
  items,
  subjectName,
  writeBlock,
  hasLinks,
  onRemoved,
}: {
  items: readonly EvidenceView[];
  subjectName: string;
  writeBlock: string | null;
  hasLinks: boolean;
  onRemoved: () => void;
}) {
  const format = useFormat();
  const { linkTo } = useDialogAddress();
  const [removing, setRemoving] = useState<EvidenceView | null>(null);
  return (
    <>
      <ul
        aria-label={`Evidence for ${subjectName}`}
        className="divide-y divide-line rounded-lg border border-line"
      >
        {items.map((item) => {
          const { id, file, note, posting } = item;
          const name = getName(item);
          return (
            <li key={id} className="flex items-start gap-3 px-3 py-2">
              <Icon item={item} />
              <div className="min-w-0 grow">
                {file ? (
                  <a
                    href={`/api/evidence/${id}/file`}
                    download={file.name}
                    className="inline-flex min-h-6 max-w-full items-center rounded font-medium text-accent [overflow-wrap:anywhere] hover:underline"
                  >
                    {file.name}
                  </a>
                ) : (
                  <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</p>
                )}
                <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                  {file && (
                    <span className="figures">
                      {EVIDENCE_TYPES[file.contentType].name}, {formatSize(file.sizeBytes, format)}
                    </span>
                  )}
                  <span>
                    {personName(item)}, {format.instant(item.createdAt)}
                  </span>
                  {hasLinks && posting && (
                    <TextLink className="text-xs" {...linkTo('posting', { posting: posting.id })}>
                      {POSTING_NAMES[posting.kind]} {posting.id}, {format.date(posting.effectiveOn)}
                    </TextLink>
                  )}
                </p>
              </div>
              {file && (
                <a
                  href={`/api/evidence/${id}/file`}
                  download={file.name}
                  aria-label={`Download ${name}`}
                  className="inline-grid size-tap-sm shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
                >
                  <Download aria-hidden="true" className="size-4" />
                </a>
              )}
              {writeBlock === null && (
                <IconButton
                  label={`Remove ${name}`}
                  hint="Remove"
                  tone="danger"
                  icon={<Trash2 aria-hidden="true" />}
                  disabledReason={item.isKept ? CLOSED_PERIOD_REASON : null}
                  onPointerEnter={RemoveEvidence.preload}
                  onFocus={RemoveEvidence.preload}
                  onClick={() => setRemoving(item)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {removing && (
        <RemoveEvidence
          id={removing.id}
          name={getName(removing)}
          isFile={removing.file !== null}
          subjectName={subjectName}
          onRemoved={onRemoved}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

function Icon({ item: { file } }: { item: EvidenceView }) {
  const FileIcon =
    file === null
      ? StickyNote
      : file.contentType.startsWith('image/')
        ? Image
        : file.contentType === 'application/pdf'
          ? FileText
          : Table2;
  return (
    <FileIcon role="img" aria-label={file ? 'File' : 'Note'} className="mt-1 size-4 shrink-0 text-muted" />
  );
}

const LONGEST_NAME = 40;

/** The file name, or the beginning of the note. */
function getName({ file, note }: EvidenceView): string {
  if (file) return file.name;
  const [line = ''] = (note ?? '').split('\n');
  return `“${line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME).trimEnd()}…` : line}”`;
}
