import { randomUUID } from 'node:crypto';
import { serveAwsJson, ServiceError, requiredText, type ServiceContext } from '../protocol/aws-json.ts';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { checkInput, type Executions } from './executions.ts';
import type { Execution } from './execution-journal.ts';

const nameSyntax = /^[\w.-]{1,80}$/;

/** An alias is another name of its machine. */
const machineWithArn = (machines: readonly Executions[], arn: string): Executions => {
  const found = machines.find(
    ({ plan }) => plan.arn === arn || plan.aliases.some((alias) => `${plan.arn}:${alias}` === arn),
  );
  if (!found) throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  return found;
};

/** Serves StartExecution, StopExecution, DescribeExecution and ListExecutions. */
export const startSfn = (machines: readonly Executions[], context: ServiceContext): Promise<LocalServer> => {
  const machineOf = (arn: string) => machineWithArn(machines, arn);
  const executionOf = (arn: string) => {
    const [, , , , , kind, machine, name = ''] = arn.split(':');
    const executions = machines.find(({ plan }) => plan.name === machine);
    if (kind !== 'execution' || !executions || !nameSyntax.test(name) || !executions.find(name)) {
      throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    }
    return { executions, name };
  };

  return serveAwsJson(
    { service: 'sfn', version: '1.0' },
    {
      StartExecution: (input) => {
        const executions = machineOf(requiredText(input, 'stateMachineArn'));
        const name = input.name === undefined ? randomUUID() : requiredText(input, 'name');
        if (!nameSyntax.test(name)) throw new ServiceError('InvalidName', `Invalid Name: '${name}'`);
        const given = input.input === undefined ? '{}' : requiredText(input, 'input');
        checkInput(given);
        const execution = executions.start(name, given);
        return { executionArn: execution.executionArn, startDate: execution.startedAt / 1000 };
      },
      StopExecution: (input) => {
        const { executions, name } = executionOf(requiredText(input, 'executionArn'));
        const optional = (field: string) =>
          input[field] === undefined ? undefined : requiredText(input, field);
        const execution = executions.stop(name, optional('error'), optional('cause'));
        return { stopDate: (execution.endedAt ?? 0) / 1000 };
      },
      DescribeExecution: (input) => {
        const { executions, name } = executionOf(requiredText(input, 'executionArn'));
        return described(executions.find(name) as Execution);
      },
      ListExecutions: (input) => {
        const executions = machineOf(requiredText(input, 'stateMachineArn'));
        const found = executions.names().map((name) => executions.find(name) as Execution);
        const filtered = found.filter(({ status }) => status === (input.statusFilter ?? status));
        const newest = filtered.toSorted((a, b) => b.startedAt - a.startedAt);
        return { executions: newest.slice(0, Number(input.maxResults ?? 100)).map(listed) };
      },
    },
    context,
  );
};

const listed = ({ executionArn, machineArn, name, status, startedAt, endedAt }: Execution) => ({
  executionArn,
  stateMachineArn: machineArn,
  name,
  status,
  startDate: startedAt / 1000,
  ...(endedAt !== undefined && { stopDate: endedAt / 1000 }),
});

const described = (execution: Execution) => ({
  ...listed(execution),
  input: execution.input,
  output: execution.output,
  error: execution.error,
  cause: execution.cause,
});
