import { Calculator, CalendarClock, FileText, Gauge, Layers, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { buttonClass } from '~/components/ui/button';
import { Brand } from './brand';
import { SIGNED_OUT } from './header';
import { ThemeMenu } from './theme-menu';

const FEATURES = [
  {
    icon: <Gauge />,
    title: 'Wells management',
    text: 'Well data with duplicate prevention and status tracking.',
  },
  {
    icon: <Calculator />,
    title: 'ARO calculations',
    text: 'Initial and additional ARO layers using present-value formulas.',
  },
  {
    icon: <CalendarClock />,
    title: 'Accretion tracking',
    text: 'Automated accretion expense with customizable periods.',
  },
  { icon: <ShieldCheck />, title: 'Secure access', text: 'Customer-specific data isolation.' },
  {
    icon: <FileText />,
    title: 'Detailed reporting',
    text: 'ARO details with layer history and a calculation audit trail.',
  },
  {
    icon: <Layers />,
    title: 'Layer management',
    text: 'Multiple ARO layers with automatic input inheritance.',
  },
];

/** What a visitor sees who is not signed in. Other tabs still show the person who signed out: they come here too. */
export default function Landing() {
  useEffect(() => {
    const tabs = new BroadcastChannel(SIGNED_OUT);
    tabs.postMessage(null);
    tabs.close();
  }, []);
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <header className="flex min-h-14 items-center justify-between gap-4">
        <Brand />
        <ThemeMenu />
      </header>
      <main id="main" tabIndex={-1} className="grow py-10 sm:py-16">
        <div className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr]">
          <div className="flex flex-col items-start gap-5">
            <h1 className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">ARO System</h1>
            <p className="max-w-xl text-lg text-pretty text-muted">
              Asset retirement obligations for oil and gas, from the well list to the month-end journal entry.
              Every balance ties to the cent.
            </p>
            <a href="/api/login" className={buttonClass('primary', 'min-h-10 px-5 text-base')}>
              Login to Continue
            </a>
          </div>
          <WorkedExample />
        </div>
        <h2 className="sr-only">Capabilities</h2>
        <ul className="mt-14 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map((feature) => (
            <li key={feature.title} className="rounded-lg border border-line bg-surface p-5">
              <span aria-hidden="true" className="text-accent [&_svg]:size-5">
                {feature.icon}
              </span>
              <h3 className="mt-3 text-base font-semibold">{feature.title}</h3>
              <p className="mt-1 text-muted">{feature.text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

/** One layer as the product calculates it, to the cent. */
function WorkedExample() {
  return (
    <table className="w-full border-separate border-spacing-0 rounded-lg border border-line bg-surface">
      <caption className="pb-2 text-left text-muted">Example: an initial layer</caption>
      <tbody>
        <ExampleRow label="P&A cost today" value="100,000.00" />
        <ExampleRow label="Inflated at 2.50% for 25 years" value="× 1.025²⁵" />
        <ExampleRow label="Discounted at 8.00% for 25 years" value="÷ 1.080²⁵" />
        <tr className="font-semibold">
          <th scope="row" className="px-4 py-3 text-left">
            Initial ARO value
          </th>
          <td className="figures px-4 py-3 text-right">27,070.90</td>
        </tr>
      </tbody>
    </table>
  );
}

function ExampleRow({ label, value }: { label: ReactNode; value: string }) {
  return (
    <tr>
      <th scope="row" className="border-b border-line px-4 py-2.5 text-left font-normal text-muted">
        {label}
      </th>
      <td className="figures border-b border-line px-4 py-2.5 text-right">{value}</td>
    </tr>
  );
}
