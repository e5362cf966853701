import { useEffect, useRef } from 'react';
import { toast } from './toast';
import { useCompany } from './use-root-data';

let chosenHere: string | null = null;

/** The company that the person has chosen in this window. */
export function noteChosenCompany(companyId: string): void {
  chosenHere = companyId;
}

/**
 * Rendered once per page. The selected company is the person's, not the window's: what a window loads after another one
 * selected a company is that company's, and must not change under the person's hands without a word.
 */
export function useCompanyNotice(): void {
  const company = useCompany();
  const before = useRef(company);
  useEffect(() => {
    const previous = before.current;
    before.current = company;
    if (!previous || !company || previous.id === company.id) return;
    if (company.id !== chosenHere) {
      toast({
        title: `You switched to ${company.name}`,
        description: `It was selected in another window. To switch back, choose ${previous.name} in the header.`,
        variant: 'destructive',
      });
    }
    chosenHere = null;
  }, [company]);
}
