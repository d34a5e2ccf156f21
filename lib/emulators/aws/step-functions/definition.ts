import { StartFailure } from '@scangate/emulator-host/start-failure';
import { isObject, type Json, type JsonObject } from '../template/resolve-templates.ts';
import { unsupportedInRule } from './choice.ts';
import { unsupportedInDistributedMap } from './distributed-map.ts';
import { isPath } from './json-path.ts';

export interface Retrier {
  ErrorEquals: string[];
  IntervalSeconds?: number;
  MaxAttempts?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  JitterStrategy?: 'FULL' | 'NONE';
}
export interface Catcher {
  ErrorEquals: string[];
  Next: string;
  ResultPath?: string | null;
}

/** A state. Its type decides which fields it has; `parseStateMachine` has checked that. */
export interface State {
  Type: 'Task' | 'Map' | 'Choice' | 'Wait' | 'Pass' | 'Succeed' | 'Fail';
  Next?: string;
  End?: boolean;
  InputPath?: string | null;
  OutputPath?: string | null;
  ResultPath?: string | null;
  Parameters?: Json;
  ResultSelector?: Json;
  Retry?: Retrier[];
  Catch?: Catcher[];
  TimeoutSeconds?: number;
  Resource?: string;
  ItemsPath?: string;
  ItemSelector?: Json;
  ItemProcessor?: States & { ProcessorConfig?: { Mode?: string } };
  ItemReader?: { Parameters?: Json };
  ItemBatcher?: { MaxItemsPerBatch?: number; MaxInputBytesPerBatch?: number; BatchInput?: Json };
  MaxConcurrency?: number;
  Choices?: (JsonObject & { Next: string })[];
  Default?: string;
  Seconds?: number;
  SecondsPath?: string;
  Timestamp?: string;
  TimestampPath?: string;
  Result?: Json;
  Error?: string;
  Cause?: string;
}

export interface States {
  StartAt: string;
  States: Record<string, State>;
}
export interface StateMachine extends States {
  TimeoutSeconds?: number;
}

/** The fields that each type of state may have. */
const every = ['Type', 'Comment', 'InputPath', 'OutputPath'];
const flow = [...every, 'Next', 'End'];
const failing = ['Retry', 'Catch', 'ResultPath', 'ResultSelector'];
const fields: Record<State['Type'], string[]> = {
  Task: [...flow, ...failing, 'Parameters', 'Resource', 'TimeoutSeconds'],
  Map: [
    ...flow,
    ...failing,
    'Parameters',
    'ItemsPath',
    'ItemSelector',
    'ItemProcessor',
    'ItemReader',
    'ItemBatcher',
    'Label',
    'MaxConcurrency',
  ],
  Choice: [...every, 'Choices', 'Default'],
  Wait: [...flow, 'Seconds', 'SecondsPath', 'Timestamp', 'TimestampPath'],
  Pass: [...flow, 'Parameters', 'Result', 'ResultPath'],
  Succeed: every,
  Fail: ['Type', 'Comment', 'Error', 'Cause'],
};
const retrierFields = [
  'ErrorEquals',
  'IntervalSeconds',
  'MaxAttempts',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
];
const catcherFields = ['ErrorEquals', 'Next', 'ResultPath'];
const pathFields = ['InputPath', 'OutputPath', 'ResultPath', 'ItemsPath', 'SecondsPath', 'TimestampPath'];
const templateFields = ['Parameters', 'ResultSelector', 'ItemSelector'];

export const lambdaInvoke = 'arn:aws:states:::lambda:invoke';

/**
 * Parses and checks the definition of a state machine.
 * @param isFunction says whether an ARN is that of a known function.
 * @throws StartFailure for anything that the interpreter does not support.
 */
export const parseStateMachine = (
  name: string,
  text: string,
  isFunction: (arn: string) => boolean,
): StateMachine => {
  const refuse = (what: string): never => {
    throw new StartFailure(`The state machine ${name} has ${what}, which the local cloud does not support.`);
  };
  const onlyFields = (of: string, given: JsonObject, known: string[]) => {
    for (const key of Object.keys(given)) if (!known.includes(key)) refuse(`${key} in ${of}`);
  };
  const definition = parsed(text);
  if (!isObject(definition)) return refuse('a definition that is not a JSON object');
  onlyFields('its definition', definition, [
    'Comment',
    'StartAt',
    'States',
    'TimeoutSeconds',
    'Version',
    'QueryLanguage',
  ]);
  if (!['JSONPath', undefined].includes(definition.QueryLanguage as string | undefined)) refuse('JSONata');
  checkStates(definition, { refuse, onlyFields, isFunction });
  // The checks above are the boundary where JSON becomes a state machine.
  return definition as unknown as StateMachine;
};

interface Checks {
  refuse: (what: string) => never;
  onlyFields: (of: string, given: JsonObject, known: string[]) => void;
  isFunction: (arn: string) => boolean;
}

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
};

const checkStates = (given: JsonObject, checks: Checks): void => {
  const { States: states, StartAt: startAt } = given;
  if (!isObject(states)) return checks.refuse('no States');
  const leadsTo = (from: string, to: Json | undefined) => {
    if (typeof to !== 'string' || !Object.hasOwn(states, to))
      checks.refuse(`a way from ${from} to ${String(to)}`);
  };
  leadsTo('its start', startAt);
  for (const [name, state] of Object.entries(states)) {
    if (!isObject(state) || !Object.hasOwn(fields, String(state.Type))) {
      return checks.refuse(`a state ${name} of type ${isObject(state) ? String(state.Type) : 'unknown'}`);
    }
    const type = state.Type as State['Type'];
    checks.onlyFields(name, state, fields[type]);
    checkPathsAndTemplates(name, state, checks);
    checkRetryAndCatch(name, state, { ...checks, leadsTo });
    checkType[type]?.(name, state, { ...checks, leadsTo });
    if (fields[type].includes('Next') && state.End !== true) leadsTo(name, state.Next);
  }
};

const checkPathsAndTemplates = (name: string, state: JsonObject, { refuse }: Checks): void => {
  for (const field of pathFields) {
    const value = state[field];
    if (value !== undefined && value !== null && !isPath(value))
      refuse(`${field} ${String(value)} in ${name}`);
  }
  const template = (value: Json | undefined): void => {
    if (Array.isArray(value)) value.forEach(template);
    else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (!key.endsWith('.$')) template(inner);
        else if (!isPath(inner)) refuse(`${key}: ${String(inner)} in ${name}`);
      }
    }
  };
  for (const field of templateFields) template(state[field]);
};

/** The checks inside one list of states. */
interface StateChecks extends Checks {
  leadsTo: (from: string, to: Json | undefined) => void;
}

const checkRetryAndCatch = (name: string, state: JsonObject, checks: StateChecks): void => {
  for (const retrier of objects(state.Retry)) {
    checks.onlyFields(`a Retry of ${name}`, retrier, retrierFields);
    const jitter = retrier.JitterStrategy ?? 'NONE';
    if (jitter !== 'FULL' && jitter !== 'NONE') checks.refuse(`JitterStrategy ${String(jitter)} in ${name}`);
  }
  for (const catcher of objects(state.Catch)) {
    checks.onlyFields(`a Catch of ${name}`, catcher, catcherFields);
    const { ResultPath: path } = catcher;
    if (path !== undefined && path !== null && !isPath(path))
      checks.refuse(`ResultPath ${String(path)} in ${name}`);
    checks.leadsTo(name, catcher.Next);
  }
};

const objects = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const checkType: Partial<
  Record<State['Type'], (name: string, state: JsonObject, checks: StateChecks) => void>
> = {
  Task: (name, state, { refuse, isFunction }) => {
    const { Resource: resource, Parameters: parameters } = state;
    const invoked = resource === lambdaInvoke && isObject(parameters) ? parameters.FunctionName : resource;
    if (typeof invoked !== 'string' || !isFunction(invoked))
      refuse(`the resource ${String(resource)} in ${name}`);
  },
  Map: (name, state, checks) => {
    const processor = state.ItemProcessor;
    if (!isObject(processor)) return checks.refuse(`no ItemProcessor in ${name}`);
    checks.onlyFields(`the ItemProcessor of ${name}`, processor, [
      'ProcessorConfig',
      'StartAt',
      'States',
      'Comment',
    ]);
    const config = isObject(processor.ProcessorConfig) ? processor.ProcessorConfig : { Mode: 'INLINE' };
    if (!['INLINE', 'DISTRIBUTED'].includes(String(config.Mode)))
      checks.refuse(`a ${String(config.Mode)} Map in ${name}`);
    if (config.Mode === 'DISTRIBUTED') {
      const unsupported = unsupportedInDistributedMap(state);
      if (unsupported) checks.refuse(`${unsupported} in ${name}`);
    }
    checkStates(processor, checks);
  },
  Choice: (name, state, { refuse, leadsTo }) => {
    for (const rule of objects(state.Choices)) {
      const unknown = unsupportedInRule(rule);
      if (unknown) refuse(`${unknown} in ${name}`);
      leadsTo(name, rule.Next);
    }
    if (state.Default !== undefined) leadsTo(name, state.Default);
  },
};
