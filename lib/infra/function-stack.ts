import { Stack, type App } from 'aws-cdk-lib/core';
import type { FunctionSpec } from '#contract/function.ts';
import { ServiceFunction, type FunctionContext, type ServiceFunctionProps } from './service-function.ts';

/** The properties of one function beyond the context of its stack. */
export type FunctionOptions = Omit<ServiceFunctionProps, keyof FunctionContext>;

export interface StackFunctions {
  /** The end of the stack's name. */
  name: string;
  description: string;
  functions: readonly { spec: FunctionSpec; options?: FunctionOptions }[];
}

/** A stack of functions with their roles and logs. */
export class FunctionStack extends Stack {
  readonly functions: readonly ServiceFunction[];

  constructor(app: App, context: FunctionContext, { name, description, functions }: StackFunctions) {
    super(app, `${context.settings.deploymentName}-${name}`, { description });
    this.functions = functions.map(
      ({ spec, options }) => new ServiceFunction(this, spec, { ...context, ...options }),
    );
  }
}
