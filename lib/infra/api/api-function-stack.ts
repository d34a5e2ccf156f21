import type { App } from 'aws-cdk-lib/core';
import type { EndpointSpec, Method } from '#contract/endpoint.ts';
import { countLogLines, streamErrors, unexpectedError } from '../alarms.ts';
import { FunctionStack, type FunctionOptions } from '../function-stack.ts';
import { functionSpecOf, type ApiFunctions } from '../functions.ts';
import type { FunctionContext } from '../service-function.ts';
import { CanaryReleases, releaseAlarmOf, waiter } from '../deployments/canary.ts';
import type { Settings } from '../settings.ts';
import { countUnauthenticatedRefusals } from '../sign-in/unauthenticated-refusal-alarms.ts';

interface ApiFunctionStackProps extends ApiFunctions {
  /** The end of the stack's name. */
  name: string;
  /** The methods of the paths of all endpoints, by their first endpoint. */
  methods: ReadonlyMap<EndpointSpec, readonly Method[]>;
}

/** Callers of the waiter wait, so its concurrency has a limit of its own and never starves the others. */
const optionsOf = (
  endpoint: EndpointSpec,
  { waiterConcurrency }: Settings,
  methods: ApiFunctionStackProps['methods'],
): FunctionOptions => ({
  ...(endpoint.name === waiter && waiterConcurrency > 0 && { reservedConcurrency: waiterConcurrency }),
  allowedMethods: methods.get(endpoint),
});

/** A stack of functions that the gateway invokes. */
export class ApiFunctionStack extends FunctionStack {
  /** Moves requests to new versions; undefined where they move at once. */
  readonly releases: CanaryReleases | undefined;

  constructor(app: App, context: FunctionContext, props: ApiFunctionStackProps) {
    const { name, endpoints, webhooks, others, methods } = props;
    super(app, context, {
      name,
      description: `Scangate: the functions of the API, ${name}.`,
      functions: [
        ...endpoints.map((endpoint) => ({
          spec: functionSpecOf(endpoint),
          options: optionsOf(endpoint, context.settings, methods),
        })),
        ...[...webhooks, ...others].map((spec) => ({ spec })),
      ],
    });
    const named = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
    for (const fn of this.functions) {
      const { stream, access } = named.get(fn.name) ?? {};
      if (stream) countLogLines(fn.logGroup, streamErrors.metricName, unexpectedError);
      if (access === 'public') countUnauthenticatedRefusals(fn);
    }
    if (context.settings.canary)
      this.releases = new CanaryReleases(this, this.functions, {
        all: [releaseAlarmOf(this, context.settings)],
      });
  }
}
