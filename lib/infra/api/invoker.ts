import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Aws } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { functionNameOf, liveAlias, logicalName } from '../service-function.ts';

/** A policy holds 6,144 characters, of which an ARN takes at most 115. */
const functionsPerPolicy = 50;

/**
 * The role by which the gateway invokes its functions. It knows them by name: an import would keep a function that an
 * endpoint no longer uses from being removed, and a permission for each would fill the template (docs/adr/0050-stacks.md).
 */
export class Invoker extends Construct {
  readonly role: IRole;
  private readonly deploymentName: string;
  private readonly owner: Role;
  /** By name: a function may have several paths. */
  private readonly functions = new Map<string, IFunction>();

  constructor(scope: Construct, deploymentName: string) {
    super(scope, 'Invoker');
    this.deploymentName = deploymentName;
    this.owner = new Role(this, 'Role', {
      description: 'The gateway invokes the functions of its methods.',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    });
    // Nothing else may add to it.
    this.role = this.owner.withoutPolicyUpdates();
  }

  /** Permits invoking the functions of a stack. */
  permit(stack: string, functions: readonly string[]): void {
    for (let start = 0; start < functions.length; start += functionsPerPolicy) {
      const resources = functions.slice(start, start + functionsPerPolicy).map((name) => this.arnOf(name));
      this.owner.addManagedPolicy(
        new ManagedPolicy(this, `${logicalName(stack)}${start / functionsPerPolicy + 1}`, {
          description: `Invocation of functions of ${this.deploymentName}-${stack}.`,
          statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources })],
        }),
      );
    }
  }

  /** Returns a function to integrate, which gets no permission of its own. */
  functionNamed(name: string): IFunction {
    const known = this.functions.get(name);
    if (known) return known;
    const fn = LambdaFunction.fromFunctionAttributes(this, logicalName(name), {
      functionArn: this.arnOf(name),
      skipPermissions: true,
    });
    this.functions.set(name, fn);
    return fn;
  }

  private arnOf(name: string): string {
    const functionName = functionNameOf(this.deploymentName, name);
    return `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${functionName}:${liveAlias}`;
  }
}
