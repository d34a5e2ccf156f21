import { StartFailure } from '@scangate/emulator-host/start-failure';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

interface Resource {
  Type: string;
  Properties?: JsonObject;
  Condition?: string;
}

export interface StackTemplate {
  /** The stack's name. */
  name: string;
  template: {
    Resources?: Record<string, Resource>;
    Outputs?: Record<string, { Value: Json; Export?: { Name: Json } }>;
    Parameters?: Record<string, { Default?: Json }>;
  };
}

/** The account and region of all emulated resources. */
export const emulatedAccount = { region: 'us-east-1', account: '000000000000', partition: 'aws' } as const;

export const arnOf = (service: string, rest: string) =>
  `arn:${emulatedAccount.partition}:${service}:${emulatedAccount.region}:${emulatedAccount.account}:${rest}`;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of `Ref` and `Fn::GetAtt` for one resource. */
interface Naming {
  ref: string;
  attributes: Record<string, string>;
}

const named = (ref: string, arn: string, more: Record<string, string> = {}): Naming => ({
  ref,
  attributes: { Arn: arn, ...more },
});

/** The ARN of the function of a version or an alias, which name it or give its ARN. */
const functionArn = (declared: (property: string) => string | undefined): string => {
  const name = declared('FunctionName') ?? '';
  return name.startsWith('arn:') ? name : arnOf('lambda', `function:${name}`);
};

/** Names of resources by CloudFormation's rule: the declared name, else one made of stack and logical id. */
const namings: Record<string, (declared: (property: string) => string | undefined, made: string) => Naming> =
  {
    'AWS::Lambda::Function': (declared, made) => {
      const name = declared('FunctionName') ?? made;
      return named(name, arnOf('lambda', `function:${name}`));
    },
    'AWS::Lambda::Version': (declared) => {
      const arn = `${functionArn(declared)}:1`;
      return { ref: arn, attributes: { FunctionArn: arn, Version: '1' } };
    },
    'AWS::Lambda::Alias': (declared, made) => {
      const arn = `${functionArn(declared)}:${declared('Name') ?? made}`;
      return { ref: arn, attributes: { AliasArn: arn } };
    },
    'AWS::DynamoDB::Table': (declared, made) => {
      const name = declared('TableName') ?? made;
      return named(name, arnOf('dynamodb', `table/${name}`));
    },
    'AWS::DynamoDB::GlobalTable': (declared, made) => {
      const name = declared('TableName') ?? made;
      return named(name, arnOf('dynamodb', `table/${name}`));
    },
    'AWS::S3::Bucket': (declared, made) => {
      const name = declared('BucketName') ?? made.toLowerCase().slice(0, 63);
      return named(name, `arn:${emulatedAccount.partition}:s3:::${name}`, {
        DomainName: `${name}.s3.amazonaws.com`,
        RegionalDomainName: `${name}.s3.${emulatedAccount.region}.amazonaws.com`,
      });
    },
    'AWS::KMS::Key': (_declared, made) => named(made, arnOf('kms', `key/${made}`), { KeyId: made }),
    'AWS::StepFunctions::StateMachine': (declared, made) => {
      const name = declared('StateMachineName') ?? made;
      const arn = arnOf('states', `stateMachine:${name}`);
      return named(arn, arn, { Name: name, StateMachineRevisionId: '1' });
    },
    'AWS::StepFunctions::StateMachineVersion': (declared) => {
      const arn = `${declared('StateMachineArn') ?? ''}:1`;
      return named(arn, arn);
    },
    'AWS::StepFunctions::StateMachineAlias': (declared, made) => {
      const version = declared('DeploymentPreference.StateMachineVersionArn') ?? '';
      const arn = `${version.slice(0, version.lastIndexOf(':'))}:${declared('Name') ?? made}`;
      return named(arn, arn);
    },
    'AWS::Events::Rule': (declared, made) => {
      const name = declared('Name') ?? made;
      return named(name, arnOf('events', `rule/${name}`));
    },
    'AWS::ApiGateway::RestApi': (_declared, made) => ({
      ref: made,
      attributes: { RootResourceId: `${made}-root`, RestApiId: made },
    }),
    'AWS::CloudFront::Distribution': (_declared, made) =>
      named(
        made,
        `arn:${emulatedAccount.partition}:cloudfront::${emulatedAccount.account}:distribution/${made}`,
        {
          DomainName: `${made.toLowerCase()}.cloudfront.net`,
        },
      ),
    'AWS::CloudFront::Function': (declared, made) => {
      const arn = `arn:${emulatedAccount.partition}:cloudfront::${emulatedAccount.account}:function/${declared('Name') ?? made}`;
      return { ref: arn, attributes: { FunctionARN: arn } };
    },
    'AWS::CloudFront::OriginAccessControl': (_declared, made) => ({ ref: made, attributes: { Id: made } }),
    'AWS::IAM::Role': (declared, made) => {
      const name = declared('RoleName') ?? made;
      return named(name, `arn:${emulatedAccount.partition}:iam::${emulatedAccount.account}:role/${name}`, {
        RoleId: made,
      });
    },
    'AWS::Logs::LogGroup': (declared, made) => {
      const name = declared('LogGroupName') ?? made;
      return named(name, arnOf('logs', `log-group:${name}:*`));
    },
    'AWS::SNS::Topic': (declared, made) => {
      const name = declared('TopicName') ?? made;
      const arn = arnOf('sns', name);
      return { ref: arn, attributes: { TopicArn: arn, TopicName: name } };
    },
    'AWS::SQS::Queue': (declared, made) => {
      const name = declared('QueueName') ?? made;
      return named(
        `https://sqs.${emulatedAccount.region}.amazonaws.com/${emulatedAccount.account}/${name}`,
        arnOf('sqs', name),
        {
          QueueName: name,
        },
      );
    },
  };

export interface Resolver {
  /** @returns all resources of a type, in the order of the templates. */
  resources(...types: string[]): { stack: string; id: string; resource: Resource }[];
  /** Resolves all intrinsic functions in a resource's properties. @throws StartFailure for an unsupported one. */
  properties(found: { stack: string; id: string; resource: Resource }): JsonObject;
  nameOf(stack: string, id: string): Naming;
}

const fail = (stack: string, why: string) =>
  new StartFailure(`The local cloud cannot read the stack ${stack}: ${why}.`);

type Intrinsic = (stack: string, argument: Json) => Json;

class TemplateResolver implements Resolver {
  private readonly stacks: readonly StackTemplate[];
  private readonly byName: Map<string, StackTemplate['template']>;

  constructor(stacks: readonly StackTemplate[]) {
    this.stacks = stacks;
    this.byName = new Map(stacks.map((stack) => [stack.name, stack.template]));
  }

  resources(...types: string[]) {
    return this.stacks.flatMap(({ name, template }) =>
      Object.entries(template.Resources ?? {})
        .filter(([, resource]) => types.length === 0 || types.includes(resource.Type))
        .map(([id, resource]) => ({ stack: name, id, resource })),
    );
  }

  properties({ stack, resource }: { stack: string; resource: Resource }): JsonObject {
    return this.resolve(stack, resource.Properties ?? {}) as JsonObject;
  }

  nameOf(stack: string, id: string): Naming {
    const resource = this.byName.get(stack)?.Resources?.[id];
    if (!resource) throw fail(stack, `there is no resource ${id}`);
    const made = `${stack}-${id}`;
    const declared = (path: string) => {
      const [property = '', ...within] = path.split('.');
      const value = within.reduce<Json | undefined>(
        (outer, name) => (isObject(outer) ? outer[name] : undefined),
        resource.Properties?.[property],
      );
      return value === undefined ? undefined : String(this.resolve(stack, value));
    };
    return namings[resource.Type]?.(declared, made) ?? { ref: made, attributes: {} };
  }

  private exported(name: string): Json {
    for (const [stack, template] of this.byName) {
      for (const { Export, Value } of Object.values(template.Outputs ?? {})) {
        if (Export && this.resolve(stack, Export.Name) === name) return this.resolve(stack, Value);
      }
    }
    throw new StartFailure(`The local cloud finds no stack that exports ${name}.`);
  }

  private reference(stack: string, id: string): Json {
    if (id.startsWith('AWS::')) return pseudo(stack, id);
    const parameter = this.byName.get(stack)?.Parameters?.[id];
    if (parameter) return parameter.Default ?? '';
    return this.nameOf(stack, id).ref;
  }

  private attribute(stack: string, path: string[]): string {
    const [id = '', ...rest] = path;
    const found = this.nameOf(stack, id).attributes[rest.join('.')];
    if (found === undefined) throw fail(stack, `${id} has no attribute ${rest.join('.')} here`);
    return found;
  }

  private substitute(stack: string, argument: Json): string {
    const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
    return String(text).replace(/\$\{(!?)([^}]{1,200})\}/g, (_whole, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      const own = isObject(variables) ? variables[name] : undefined;
      if (own !== undefined) return String(this.resolve(stack, own));
      return String(
        name.includes('.') ? this.attribute(stack, name.split('.')) : this.reference(stack, name),
      );
    });
  }

  private readonly intrinsics: Record<string, Intrinsic> = {
    Ref: (stack, argument) => this.reference(stack, String(argument)),
    'Fn::GetAtt': (stack, argument) =>
      this.attribute(stack, Array.isArray(argument) ? argument.map(String) : String(argument).split('.')),
    'Fn::Join': (stack, argument) => {
      const [separator, parts] = this.resolve(stack, argument) as [string, Json[]];
      return parts.map(String).join(separator);
    },
    'Fn::Sub': (stack, argument) => this.substitute(stack, argument),
    'Fn::ImportValue': (stack, argument) => this.exported(String(this.resolve(stack, argument))),
    'Fn::Select': (stack, argument) => {
      const [index, list] = this.resolve(stack, argument) as [Json, Json[]];
      return list[Number(index)] ?? '';
    },
    'Fn::Split': (stack, argument) => {
      const [separator, text] = this.resolve(stack, argument) as [string, string];
      return text.split(separator);
    },
  };

  private resolve(stack: string, value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.resolve(stack, item));
    if (!isObject(value)) return value;
    const keys = Object.keys(value);
    const [only = ''] = keys;
    if (keys.length === 1 && (only === 'Ref' || only.startsWith('Fn::'))) {
      const apply = this.intrinsics[only];
      if (!apply) throw fail(stack, `${only} is not supported`);
      return apply(stack, value[only] as Json);
    }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => !(isObject(item) && item.Ref === 'AWS::NoValue'))
        .map(([key, item]) => [key, this.resolve(stack, item)]),
    );
  }
}

/** Opens all templates of an app together, because one imports what another exports. */
export const resolveTemplates = (stacks: readonly StackTemplate[]): Resolver => new TemplateResolver(stacks);

const pseudo = (stack: string, name: string): string => {
  const values: Record<string, string> = {
    'AWS::Region': emulatedAccount.region,
    'AWS::AccountId': emulatedAccount.account,
    'AWS::Partition': emulatedAccount.partition,
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack,
    'AWS::StackId': arnOf('cloudformation', `stack/${stack}/local`),
  };
  const value = values[name];
  if (value === undefined) throw fail(stack, `${name} is not supported`);
  return value;
};
