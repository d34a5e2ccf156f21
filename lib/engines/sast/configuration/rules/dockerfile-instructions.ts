import type { Spot } from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import { wordsOf, type StagedInstruction } from '../subjects/image-file.ts';
import { image } from './dockerfile-samples.ts';
import {
  downloadToShell,
  literalPassword,
  searchFor,
  unsignedPackages,
  unverifiedTls,
  type ScriptSearch,
} from './shell.ts';

/** Returns the place of a match in an instruction, so that a finding in a long one names the line. */
const inArgs = (instruction: StagedInstruction, names: readonly string[], search: ScriptSearch): Spot[] => {
  const at = names.includes(instruction.name) ? search(instruction.args) : -1;
  if (at === -1) return [];
  const start = instruction.argsStart + at;
  return [{ start, end: Math.min(instruction.end, start + 200) }];
};

const secretName =
  /(?:^|_)(?:PASSWORD|PASSWD|SECRET|SECRET_KEY|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?)$/i;
/** Values that are no secrets: nothing, a path, an address, a placeholder. */
const noSecret =
  /^(?:|["']{2}|["']?(?:\/|\.\/|https?:|file:|<|true\b|false\b|none\b|null\b|changeme\b|dummy|fake|placeholder|unused|xxx)[^\n]{0,200})$/i;

interface Variable {
  name: string;
  value: string;
}

/** Returns the offset after a value, which may be quoted. */
const valueEnd = (args: string, from: number): number => {
  const quote = args[from] ?? '';
  const closed = quote === '"' || quote === "'" ? args.indexOf(quote, from + 1) : -1;
  if (closed !== -1) return closed + 1;
  const space = args.slice(from).search(/\s/);
  return space === -1 ? args.length : from + space;
};

const variablesOf = ({ args }: StagedInstruction): Variable[] => {
  const [name = '', ...rest] = args.trim().split(/\s{1,1000}/);
  if (!name.includes('=')) return [{ name, value: rest.join(' ') }];
  const variables: Variable[] = [];
  for (let at = args.search(/\S/), sign = args.indexOf('=', at); sign !== -1; sign = args.indexOf('=', at)) {
    const end = valueEnd(args, sign + 1);
    variables.push({ name: args.slice(at, sign).trim(), value: args.slice(sign + 1, end) });
    at = end;
  }
  return variables;
};

/** Rules for the instructions of a Dockerfile. */
export const instructionRules: readonly ConfigurationRule<StagedInstruction>[] = [
  {
    id: 'dockerfile-secret-in-environment',
    cwe: 'CWE-522',
    severity: 'medium',
    title: 'Secret in the environment of an image',
    message: 'The value is part of the image: anyone who can pull it can read it with docker inspect.',
    help: 'Pass secrets to the container at start, and to a build with RUN --mount=type=secret.',
    find: (instruction) =>
      instruction.name === 'ENV' &&
      variablesOf(instruction).some(({ name, value }) => secretName.test(name) && !noSecret.test(value))
        ? [instruction]
        : [],
    positives: [
      image('ENV MODE=a DB_PASSWORD=prod-4711 # HERE'),
      image('ENV DB_PASSWORD=prod-4711 # HERE'),
      image('ARG TOKEN\nENV NPM_TOKEN=$TOKEN # HERE'),
      image('ENV SECRET_KEY abc def # HERE'),
    ],
    negatives: [image('ENV NODE_ENV=production PASSWORD_FILE=/run/secrets/a'), image('ENV DB_PASSWORD=""')],
  },
  {
    id: 'dockerfile-secret-in-argument',
    cwe: 'CWE-522',
    severity: 'low',
    title: 'Secret in a build argument',
    message:
      'Build arguments are kept in the image history, where anyone who can pull the image can read them.',
    help: 'Pass the secret to the RUN that needs it with --mount=type=secret.',
    find: (instruction) =>
      instruction.name === 'ARG' && secretName.test(/^\s{0,100}(\w{1,100})/.exec(instruction.args)?.[1] ?? '')
        ? [instruction]
        : [],
    positives: [image('ARG NPM_TOKEN # HERE\nRUN npm ci')],
    negatives: [image('ARG TOKEN_URL=https://example.com\nARG VERSION')],
  },
  {
    id: 'dockerfile-secret-file',
    cwe: 'CWE-538',
    severity: 'medium',
    title: 'File with secrets copied into an image',
    message:
      'The file stays in its layer, even if a later instruction removes it: anyone who can pull the image has it.',
    help: 'Mount the file into the RUN that needs it with --mount=type=secret.',
    find: (instruction) => {
      const sources = wordsOf(instruction)
        .slice(0, -1)
        .map((word) => word.replaceAll(/[[\]",]/g, ''));
      const isCopy = ['COPY', 'ADD'].includes(instruction.name) && !/--from=/.test(instruction.args);
      const isSecret = (path: string): boolean =>
        /(?:^|\/)(?:\.env(?:\.(?:local|prod|production))?|\.npmrc|\.netrc|\.pypirc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)|\.ssh|\.aws|kubeconfig|\.docker\/config\.json|[\w.-]{1,100}\.(?:p12|pfx|jks|keystore))\/?$/.test(
          path,
        );
      return isCopy && sources.some(isSecret) ? [instruction] : [];
    },
    positives: [image('COPY .env /app/ # HERE'), image('ADD ["keys/id_rsa", "/root/.ssh/"] # HERE')],
    negatives: [image('COPY .env.example package.json /app/'), image('COPY --from=build /etc/.npmrc /app/')],
  },
  {
    id: 'dockerfile-download-to-shell',
    cwe: 'CWE-494',
    severity: 'low',
    title: 'Downloaded script run without verification',
    message: 'Whatever the server sends becomes part of the image.',
    help: 'Download a fixed version to a file, verify its hash, and then run it.',
    find: (instruction) => inArgs(instruction, ['RUN'], downloadToShell),
    positives: [
      image('RUN apt-get update && \\\n    curl -fsSL https://example.com/install.sh | bash - # HERE'),
      image('RUN <<EOF\nwget -qO- https://example.com/a.sh | sh # HERE\nEOF'),
      image('RUN curl -fsSL https://example.com/a.sh -o /tmp/a.sh && sh /tmp/a.sh # HERE'),
      image('RUN curl -o a https://example.com/a.sh && chmod +x a && ./a --yes # HERE'),
      image('RUN wget https://example.com/setup.sh && bash -e ./setup.sh # HERE'),
      image('RUN curl https://example.com/a.sh > a.sh; . a.sh # HERE'),
    ],
    negatives: [
      image('RUN curl -fsSL https://example.com/a.sh -o a.sh && echo "abc  a.sh" | sha256sum -c && sh a.sh'),
      image('RUN curl -fsSL https://example.com/a.tgz -o a.tgz && tar xf a.tgz && sh install.sh'),
      image('RUN curl -fsSL https://example.com/a.json -o a.json && cat a.json'),
      image('RUN curl -fsSL https://example.com/key.asc | gpg --dearmor -o /a.gpg'),
      image('# RUN curl https://example.com/a.sh | sh\nRUN make'),
    ],
  },
  {
    id: 'dockerfile-remote-add',
    cwe: 'CWE-494',
    severity: 'low',
    title: 'Remote file added without verification',
    message: 'Whatever the server sends becomes part of the image.',
    help: 'State the hash: ADD --checksum=sha256:….',
    find: (instruction) =>
      instruction.name === 'ADD' &&
      /^["[\s]{0,9}https?:\/\//.test(wordsOf(instruction)[0] ?? '') &&
      !/--checksum=|\.git(?:[\s#"]|$)/.test(instruction.args)
        ? [instruction]
        : [],
    positives: [
      image('ADD https://example.com/a.tgz /opt/ # HERE'),
      image('ADD --chown=1:1 https://example.com/a.tgz /opt/ # HERE'),
    ],
    negatives: [
      image(`ADD --checksum=sha256:${'0a'.repeat(32)} https://example.com/a.tgz /opt/`),
      image('ADD a.tgz /opt/\nADD https://example.com/a.git#v1 /opt/'),
    ],
  },
  {
    id: 'dockerfile-tls-unverified',
    cwe: 'CWE-295',
    severity: 'medium',
    title: 'Certificate not verified during a build',
    message: 'An attacker on the network path can choose what becomes part of the image.',
    help: 'Leave verification on, and add your own certificate authority if you need one.',
    find: (instruction) => inArgs(instruction, ['RUN', 'ENV'], unverifiedTls),
    positives: [
      image('RUN curl -fsSLk https://example.com/a.tgz -o a.tgz # HERE'),
      image('ENV NODE_TLS_REJECT_UNAUTHORIZED=0 # HERE'),
      image('RUN npm config set strict-ssl false # HERE'),
    ],
    negatives: [image('RUN curl -fsSL https://example.com/a.tgz -o a.tgz')],
  },
  {
    id: 'dockerfile-unsigned-packages',
    cwe: 'CWE-347',
    severity: 'medium',
    title: 'Unsigned packages accepted',
    message: 'An attacker on the network path can choose what is installed.',
    help: 'Add the key of the publisher, and leave signature verification on.',
    find: (instruction) => inArgs(instruction, ['RUN'], unsignedPackages),
    positives: [
      image('RUN apt-get install -y --allow-unauthenticated make # HERE'),
      image('RUN apk add --allow-untrusted a.apk # HERE'),
    ],
    negatives: [image('RUN apt-get install -y --no-install-recommends make')],
  },
  {
    id: 'dockerfile-world-writable',
    cwe: 'CWE-732',
    severity: 'low',
    title: 'World-writable files in an image',
    message: 'Any process in the container can replace these files, including programs.',
    help: 'Give the files to the user that needs them: COPY --chown, or chown.',
    find: (instruction) =>
      inArgs(
        instruction,
        ['RUN'],
        searchFor(/\bchmod\s{1,20}(?:-\w{1,10}\s{1,20}){0,3}(?:0?777|a\+rwx|ugo\+rwx)\b(?!\s{1,20}\/tmp\b)/),
      ),
    positives: [image('RUN mkdir /app && chmod -R 777 /app # HERE')],
    negatives: [image('RUN chmod 755 /app && chmod 1777 /var/tmp && chmod 777 /tmp')],
  },
  {
    id: 'dockerfile-password-in-layer',
    cwe: 'CWE-798',
    severity: 'medium',
    title: 'User password set in an image',
    message: 'The password is in the image history, and the same in every container.',
    help: 'Leave the users of an image without a password.',
    find: (instruction) => inArgs(instruction, ['RUN'], literalPassword),
    positives: [image("RUN echo 'root:toor' | chpasswd # HERE"), image('RUN useradd -m -p abc app # HERE')],
    negatives: [image('RUN useradd -m -s /bin/sh app'), image('RUN adduser --disabled-password app')],
  },
  {
    id: 'dockerfile-sudo-without-password',
    cwe: 'CWE-250',
    severity: 'low',
    title: 'User of an image can become root',
    message:
      'An attacker who takes over the process becomes root with sudo, so the unprivileged user gives no protection.',
    help: 'Leave sudo out of the image, and do work that needs root in earlier instructions.',
    find: (instruction) => inArgs(instruction, ['RUN'], searchFor(/\bNOPASSWD\s{0,5}:/)),
    positives: [image('RUN echo "app ALL=(ALL) NOPASSWD:ALL" >> /etc/sudoers # HERE')],
    negatives: [image('RUN apt-get install -y sudo')],
  },
  {
    id: 'dockerfile-insecure-build',
    cwe: 'CWE-250',
    severity: 'medium',
    title: 'Build step without isolation',
    message: 'The step runs with full privileges on the build machine, or in its network.',
    help: 'Remove the flag, and use mounts for what the step needs.',
    find: (instruction) =>
      inArgs(
        instruction,
        ['RUN'],
        searchFor(/^\s{0,20}(?:--\w{1,20}=\S{1,300}\s{1,20}){0,9}--(?:security=insecure|network=host)\b/),
      ),
    positives: [
      image('RUN --security=insecure make # HERE'),
      image('RUN --mount=type=cache,target=/a --network=host make # HERE'),
    ],
    negatives: [image('RUN --mount=type=cache,target=/a make --network=host')],
  },
];
