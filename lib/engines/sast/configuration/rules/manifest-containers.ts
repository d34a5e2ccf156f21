import {
  entryOf,
  entryWhere,
  isOff,
  isOn,
  isTrue,
  itemsOf,
  textOf,
  textsOf,
  valueAt,
  type Entry,
  type Spot,
} from '../config-node.ts';
import { anyVersion, type ConfigurationRule } from '../configuration-rule.ts';
import type { Container } from '../subjects/manifest.ts';
import { isPinnedImage } from './image-name.ts';
import { container, pod } from './manifest-samples.ts';

const contextOf = ({ node }: Container) => valueAt(node, 'securityContext');

const inContext = ({ node }: Container, key: string, test: (value: string) => boolean): Entry[] =>
  entryWhere(valueAt(node, 'securityContext'), key, test);

/** Capabilities that let a process escape its container, or read data of others. */
const powerful = new Set(
  'ALL SYS_ADMIN SYS_PTRACE SYS_MODULE SYS_RAWIO SYS_BOOT SYS_TIME NET_ADMIN BPF DAC_READ_SEARCH DAC_OVERRIDE MAC_ADMIN MAC_OVERRIDE'.split(
    ' ',
  ),
);

/** The value of an expression is unknown, so it is not reported. */
const isPinned = (image: string): boolean => /[{$]/.test(image) || isPinnedImage(image);

const secretName = /(?:^|_)(?:PASSWORD|PASSWD|SECRET|SECRET_KEY|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)$/i;

/** Tells whether a pod or a container states that it does not run as root. */
const statesUser = (context: ReturnType<typeof contextOf>): boolean =>
  isTrue(valueAt(context, 'runAsNonRoot')) || entryOf(context, 'runAsUser') !== undefined;

/** Rules for Kubernetes containers. */
export const containerRules: readonly ConfigurationRule<Container>[] = [
  {
    id: 'k8s-privileged',
    cwe: 'CWE-250',
    severity: 'high',
    title: 'Privileged container',
    message:
      'The container has full access to its node: an attacker in it controls the node and the secrets of all its pods.',
    help: 'Remove privileged, and add only the capability or device that is needed.',
    find: (subject) => [
      ...inContext(subject, 'privileged', isOn),
      ...entryWhere(valueAt(contextOf(subject), 'windowsOptions'), 'hostProcess', isOn),
    ],
    positives: [
      container('securityContext:\n  privileged: true # HERE\n'),
      container('securityContext:\n  privileged: yes # HERE\n'),
      container('securityContext:\n  windowsOptions:\n    hostProcess: On # HERE\n'),
      [
        'a.yml',
        'apiVersion: v1\nkind: Pod\nspec:\n  initContainers:\n    - name: a\n      securityContext: {privileged: y} # HERE\n',
      ],
      container('securityContext:\n  windowsOptions:\n    hostProcess: true # HERE\n'),
      [
        'a.yml',
        'apiVersion: v1\nkind: Pod\nspec:\n  initContainers:\n    - name: a\n      securityContext: {privileged: true} # HERE\n  containers: []\n',
      ],
    ],
    negatives: [
      container('securityContext:\n  privileged: false\n'),
      container('securityContext:\n  privileged: no\n'),
      container(''),
    ],
  },
  {
    id: 'k8s-privilege-escalation',
    cwe: 'CWE-250',
    severity: 'low',
    title: 'Container may gain rights',
    message: 'A program with the set-user-id bit gives the process more rights than its user has.',
    help: 'Set allowPrivilegeEscalation: false.',
    find: (subject) => inContext(subject, 'allowPrivilegeEscalation', isOn),
    positives: [
      container('securityContext:\n  allowPrivilegeEscalation: true # HERE\n'),
      container('securityContext:\n  allowPrivilegeEscalation: YES # HERE\n'),
    ],
    negatives: [
      container('securityContext:\n  allowPrivilegeEscalation: false\n'),
      container('securityContext:\n  allowPrivilegeEscalation: off\n'),
    ],
  },
  {
    id: 'k8s-added-capability',
    cwe: 'CWE-250',
    severity: 'medium',
    title: 'Powerful capability added',
    message:
      'With this capability a process gets out of its container, or reads and changes what belongs to others.',
    help: 'Drop ALL, and add only capabilities such as NET_BIND_SERVICE.',
    find: (subject) => {
      const entry = entryOf(valueAt(contextOf(subject), 'capabilities'), 'add');
      const names = textsOf(entry?.value).map((name) => name.toUpperCase().replace(/^CAP_/, ''));
      return entry && names.some((name) => powerful.has(name)) ? [entry] : [];
    },
    positives: [
      container('securityContext:\n  capabilities:\n    add: [CHOWN, SYS_ADMIN] # HERE\n'),
      container('securityContext:\n  capabilities:\n    add: # HERE\n      - CAP_SYS_PTRACE\n'),
    ],
    negatives: [
      container('securityContext:\n  capabilities:\n    drop: [ALL]\n    add: [NET_BIND_SERVICE]\n'),
    ],
  },
  {
    id: 'k8s-unmasked-proc',
    cwe: 'CWE-250',
    severity: 'medium',
    title: 'Container sees all of /proc',
    message: 'Parts of /proc that the runtime hides let a process read and change the kernel of the node.',
    help: 'Remove procMount, so that it is Default.',
    find: (subject) => inContext(subject, 'procMount', (value) => value === 'Unmasked'),
    positives: [container('securityContext:\n  procMount: Unmasked # HERE\n')],
    negatives: [container('securityContext:\n  procMount: Default\n')],
  },
  {
    id: 'k8s-unconfined',
    cwe: 'CWE-693',
    severity: 'medium',
    title: 'Filter of system calls off',
    message:
      'Without seccomp or AppArmor a process may use every call of the kernel, also those that have had flaws.',
    help: 'Set the type RuntimeDefault.',
    find: (subject) =>
      [contextOf(subject), valueAt(subject.pod.spec, 'securityContext')]
        .flatMap((context) => [valueAt(context, 'seccompProfile'), valueAt(context, 'appArmorProfile')])
        .flatMap((profile) => entryWhere(profile, 'type', (value) => value === 'Unconfined')),
    positives: [
      container('securityContext:\n  seccompProfile:\n    type: Unconfined # HERE\n'),
      pod('securityContext:\n  appArmorProfile:\n    type: Unconfined # HERE\n'),
    ],
    negatives: [container('securityContext:\n  seccompProfile:\n    type: RuntimeDefault\n')],
  },
  {
    id: 'k8s-root-user',
    cwe: 'CWE-250',
    severity: 'medium',
    title: 'Container runs as root',
    message: 'Whoever gets into the process is root in the container, and one flaw away from the node.',
    help: 'Set runAsNonRoot: true and a runAsUser above 0.',
    find: (subject) => {
      const own = inContext(subject, 'runAsUser', (value) => /^0+$/.test(value));
      const shared = valueAt(subject.pod.spec, 'securityContext');
      const isOverridden = entryOf(contextOf(subject), 'runAsUser') !== undefined;
      return isOverridden ? own : entryWhere(shared, 'runAsUser', (value) => /^0+$/.test(value));
    },
    positives: [
      container('securityContext:\n  runAsUser: 0 # HERE\n'),
      pod('securityContext:\n  runAsUser: 0 # HERE\n'),
    ],
    negatives: [
      container('securityContext:\n  runAsUser: 1000\n'),
      pod('securityContext:\n  runAsUser: 0\n', 'securityContext:\n  runAsUser: 10001\n'),
    ],
  },
  {
    id: 'k8s-may-run-as-root',
    cwe: 'CWE-250',
    severity: 'low',
    confidence: 'low',
    title: 'Container may run as root',
    message: 'Neither the pod nor the container says as whom it runs: an image without a user runs as root.',
    help: 'Set runAsNonRoot: true.',
    sameWithout: anyVersion,
    find: (subject) => {
      const image = entryOf(subject.node, 'image');
      const isStated =
        statesUser(contextOf(subject)) || statesUser(valueAt(subject.pod.spec, 'securityContext'));
      const denied = [contextOf(subject), valueAt(subject.pod.spec, 'securityContext')].flatMap((context) =>
        entryWhere(context, 'runAsNonRoot', isOff),
      );
      return isStated || !image ? [] : [denied[0] ?? image];
    },
    positives: [
      [
        'a.yml',
        'apiVersion: v1\nkind: Pod\nspec:\n  securityContext:\n    runAsNonRoot: no # HERE\n  containers:\n    - image: app:1.2\n',
      ],
      ['a.yml', 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: app:1.2 # HERE\n'],
      [
        'a.yml',
        'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: app:1.2\n      securityContext:\n        runAsNonRoot: false # HERE\n',
      ],
    ],
    negatives: [
      container('securityContext:\n  runAsNonRoot: true\n'),
      pod('securityContext:\n  runAsUser: 1000\n'),
      ['a.yml', 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: patched\n'],
    ],
  },
  {
    id: 'k8s-host-port',
    cwe: 'CWE-668',
    severity: 'low',
    confidence: 'low',
    title: 'Port of the node opened',
    message: 'The port is open on the address of the node, past network policies and the load balancer.',
    help: 'Use a service, and leave hostPort out.',
    find: ({ node }): readonly Spot[] =>
      itemsOf(valueAt(node, 'ports')).flatMap((port) =>
        entryWhere(port, 'hostPort', (value) => value !== '0'),
      ),
    positives: [container('ports:\n  - containerPort: 80\n    hostPort: 80 # HERE\n')],
    negatives: [
      container('ports:\n  - containerPort: 80\n    hostPort: 0\n'),
      container('ports:\n  - containerPort: 80\n'),
    ],
  },
  {
    id: 'k8s-literal-secret',
    cwe: 'CWE-522',
    severity: 'low',
    confidence: 'low',
    title: 'Secret written into a manifest',
    message: 'Whoever may read the manifest, or the deployment in the cluster, reads the value.',
    help: 'Keep it in a Secret, and take it by valueFrom.secretKeyRef.',
    find: ({ node }) =>
      itemsOf(valueAt(node, 'env'))
        .filter((each) => secretName.test(textOf(valueAt(each, 'name'))))
        .flatMap((each) =>
          entryWhere(each, 'value', (value) => !/^$|[${}]|^\/|^https?:|^(?:true|false)$/.test(value)),
        ),
    positives: [container('env:\n  - name: DB_PASSWORD\n    value: prod-4711 # HERE\n')],
    negatives: [
      container('env:\n  - name: DB_PASSWORD\n    valueFrom:\n      secretKeyRef: {name: a, key: b}\n'),
      container('env:\n  - name: TOKEN_URL\n    value: abc\n  - name: API_KEY\n    value: $(OTHER)\n'),
    ],
  },
  {
    id: 'k8s-unpinned-image',
    cwe: 'CWE-829',
    severity: 'low',
    title: 'Image without a version',
    message:
      'The image is another one whenever a pod starts: what was tested is not what runs, and nothing says what ran.',
    help: 'Name a version, better the digest of the image.',
    find: ({ node }) => entryWhere(node, 'image', (value) => value !== '' && !isPinned(value)),
    positives: [
      ['a.yml', 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: nginx # HERE\n'],
      [
        'a.yml',
        'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: registry.example.com:5000/nginx:latest # HERE\n',
      ],
    ],
    negatives: [
      container(''),
      [
        'a.yml',
        `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: nginx@sha256:${'0a'.repeat(32)}\n    - image: $(IMAGE)\n`,
      ],
    ],
  },
];
