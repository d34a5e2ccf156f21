import type { ReactElement } from 'react';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import type { ControlProps } from './policy-control.tsx';
import type { Policy } from './policy-draft.ts';
import styles from './policy.module.css';

type Exceptions = Policy['licensePolicy.exceptions'];
type Exception = Exceptions[number];

const mostExceptions = 100;
const nobody: Exception = { package: '', reason: '' };

interface ExceptionFieldsProps {
  exception: Exception;
  place: number;
  change: (exception: Exception) => void;
  remove: () => void;
  errorAt: ControlProps<Exceptions>['errorAt'];
}

const ExceptionFields = (props: ExceptionFieldsProps): ReactElement => {
  const { exception, place, change, remove, errorAt } = props;
  const { license = '', ...required } = exception;
  return (
    <fieldset className={styles['exception']}>
      <legend className="visually-hidden">{policyMessages.exception(place + 1)}</legend>
      <TextField
        label={policyMessages.exceptionPackage}
        error={errorAt(`${place}/package`)}
        mono
        value={exception.package}
        onChange={(name) => change({ ...exception, package: name })}
        required
      />
      <TextField
        label={policyMessages.exceptionLicense}
        error={errorAt(`${place}/license`)}
        mono
        value={license}
        onChange={(typed) => change({ ...required, ...(typed !== '' && { license: typed }) })}
        placeholder={policyMessages.anyLicense}
      />
      <TextField
        label={policyMessages.exceptionReason}
        error={errorAt(`${place}/reason`)}
        value={exception.reason}
        onChange={(reason) => change({ ...exception, reason })}
        required
      />
      <Button kind="quiet" icon="close" label={policyMessages.removeException(place + 1)} onClick={remove} />
    </fieldset>
  );
};

/** Packages whose license is accepted all the same, each with the reason. */
export const ExceptionsField = (props: ControlProps<Exceptions>): ReactElement => {
  const { label, help, value, onChange, errorAt } = props;
  return (
    <div className={styles['exceptions']} role="group" aria-label={label}>
      <p className={styles['help']}>{help}</p>
      {value.map((exception, place) => (
        <ExceptionFields
          // oxlint-disable-next-line react/no-array-index-key -- an exception has no name, and shows what the list has
          key={place}
          exception={exception}
          place={place}
          change={(changed) => onChange(value.with(place, changed))}
          remove={() => onChange(value.toSpliced(place, 1))}
          errorAt={errorAt}
        />
      ))}
      <Row>
        <Button disabled={value.length >= mostExceptions} onClick={() => onChange([...value, nobody])}>
          {policyMessages.addException}
        </Button>
      </Row>
    </div>
  );
};

/** The exceptions as one text. */
export const exceptionWords = (value: Exceptions): string =>
  value.length === 0
    ? policyMessages.nothing
    : value
        .map(({ package: name, license = policyMessages.anyLicense }) => `${name} (${license})`)
        .join(', ');
