import { ApiProblem } from '@scangate/client';
import { useEffect, useRef, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import styles from './form.module.css';

/** Finds the service's error for a place in the body, or below it, by its JSON Pointer. */
export const errorAt = (problem: unknown, pointer: string): string | undefined => {
  if (!(problem instanceof ApiProblem)) return undefined;
  const found = problem.errors.filter(
    (part) => part.pointer === pointer || part.pointer.startsWith(`${pointer}/`),
  );
  const texts = found.map(({ detail, hint }) => (hint === undefined ? detail : `${detail} ${hint}`));
  return texts.length === 0 ? undefined : texts.join(' ');
};

interface FormProps {
  onSubmit: () => void;
  /** The last refusal. Its fields show their own parts by `errorAt`. */
  problem?: unknown;
  children: ReactNode;
  actions: ReactNode;
  label?: string;
}

/** A form that keeps its input after each refusal, and moves to the first field that it or the service refused. */
export const Form = ({ onSubmit, problem, children, actions, label }: FormProps): ReactElement => {
  const form = useRef<HTMLFormElement>(null);
  const hasProblem = problem !== undefined && problem !== null;
  const refusal = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries === 0 && !hasProblem) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    // A long form is scrolled to its buttons, far from the message above its first field.
    else if (hasProblem) refusal.current?.scrollIntoView({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps -- each try and each refusal moves once
  }, [tries, problem]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTries((count) => count + 1);
    onSubmit();
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate aria-label={label}>
      {hasProblem && (
        <div ref={refusal}>
          <ProblemPanel error={problem} />
        </div>
      )}
      {children}
      <div className={styles['actions']}>{actions}</div>
    </form>
  );
};
