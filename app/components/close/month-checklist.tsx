import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleMinus from 'lucide-react/icons/circle-minus';
import Eye from 'lucide-react/icons/eye';
import { Card } from '~/components/ui/card';
import { TextLink } from '~/components/ui/text-link';
import { POSTING_NAMES } from '~/domain/books/posting-kind-names';
import { useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { ChecklistItem, CheckState, CloseView } from '~/schemas/close/close';
import { CHECK_STATES, ITEMS } from './checklist-names';

/** Screen that handles each item; postings without evidence have individual links. */
const LINKS: Partial<Record<ChecklistItem, { link: string; to: (end: string) => string }>> = {
  accretion: { link: 'Post accretion', to: (end) => `/?tab=accretion&through=${end}` },
  depreciation: {
    link: 'Post it with accretion',
    to: (end) => `/?tab=accretion&through=${end}`,
  },
  revisions: { link: 'Revise estimates', to: () => '/?tab=calculate&dialog=revise' },
  settlements: { link: 'See the wells', to: () => '/?tab=wells&status=Plugged' },
  worklist: { link: 'See the worklist', to: () => '/?tab=detail&overview=open' },
  'books-check': { link: 'Check the books', to: () => '/?tab=company&view=books' },
  'tie-out': { link: 'Tie out', to: () => '#tie-out' },
};

const STATES: Record<CheckState, { Icon: typeof CircleCheck; tone: string }> = {
  done: { Icon: CircleCheck, tone: 'text-green' },
  todo: { Icon: CircleAlert, tone: 'text-danger' },
  look: { Icon: Eye, tone: 'text-yellow' },
  none: { Icon: CircleMinus, tone: 'text-muted' },
};

/** Checklist of a close as computed from the books, each item linked to the screen that handles it. */
export function MonthChecklist({ close }: { close: CloseView }) {
  const format = useFormat();
  return (
    <Card title="Checklist" description="Based on the current books">
      <ul className="flex flex-col gap-3">
        {close.checklist.map(({ item, state, texts, amount }) => {
          const link = LINKS[item];
          const { Icon, tone } = STATES[state];
          return (
            <li key={item} className="flex gap-2.5">
              <Icon
                role="img"
                aria-label={CHECK_STATES[state]}
                className={`mt-0.5 size-4 shrink-0 ${tone}`}
              />
              <div className="min-w-0 grow">
                <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <h3 className="font-medium">{ITEMS[item]}</h3>
                  {close.state === 'open' && (state === 'todo' || state === 'look') && link && (
                    <TextLink to={link.to(close.end)} className="print:hidden">
                      {link.link}
                    </TextLink>
                  )}
                </div>
                {item === 'evidence' && close.unsupported.length > 0 ? (
                  <Unsupported close={close} />
                ) : (
                  texts.map((text, index) => (
                    <p key={text} className="text-muted">
                      {format.message(text)}
                      {amount !== null && index === texts.length - 1 && (
                        <span className="figures">: {format.currency(amount)}</span>
                      )}
                    </p>
                  ))
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Postings that need a file, each with a link to add one. */
function Unsupported({ close: { state, unsupported } }: { close: CloseView }) {
  const format = useFormat();
  return (
    <>
      <p className="text-muted">
        {state === 'open' ? 'Each of these needs a file before the month closes:' : 'These have no file:'}
      </p>
      <ul>
        {unsupported.map(({ postingId, kind, effectiveOn, amount, wellId, wellCode, wellCount }) => (
          <li key={postingId} className="flex flex-wrap items-baseline gap-x-2 text-muted">
            <TextLink to={`${wellAddress(wellId)}&dialog=posting&posting=${postingId}`}>
              {POSTING_NAMES[kind]} {postingId}
            </TextLink>
            {wellCode}
            {wellCount > 1 && ` and ${format.integer(wellCount - 1)} more`}, {format.date(effectiveOn)}
            <span className="figures">{format.currency(amount)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
