import { anyVersion, type ConfigurationRule } from '../configuration-rule.ts';
import { wordsOf, type Stage } from '../subjects/image-file.ts';
import { isPinnedImage } from './image-name.ts';
import { dockerfile } from './dockerfile-samples.ts';

const isRoot = (user: string): boolean => /^(?:root|0)(?::|$)/i.test(user);

/** Images that set a user of their own, recognized by naming conventions of their publishers. */
const bringsUser =
  /nonroot|rootless|unprivileged|^(?:gcr\.io\/distroless|cgr\.dev\/|docker\.io\/bitnami|bitnami\/|scratch$)/i;

const userOf = ({ instructions }: Stage) => instructions.findLast(({ name }) => name === 'USER');

/** Rules for the stages of a Dockerfile. */
export const stageRules: readonly ConfigurationRule<Stage>[] = [
  {
    id: 'dockerfile-root-user',
    cwe: 'CWE-250',
    severity: 'medium',
    title: 'Image runs as root',
    message:
      'An attacker who takes over the process is root in the container, one vulnerability away from the host.',
    help: 'End the last stage with USER and an unprivileged user.',
    find: (stage) => {
      const user = userOf(stage);
      return stage.isLast && user && isRoot(wordsOf(user)[0] ?? '') ? [user] : [];
    },
    positives: [
      dockerfile('FROM debian:13.1\nUSER app\nUSER root # HERE\nCMD ["app"]\n'),
      dockerfile('FROM a:1 AS b\nFROM debian:13.1\nUSER 0:0 # HERE\n'),
    ],
    negatives: [
      dockerfile('FROM debian:13.1\nUSER root\nRUN make\nUSER app\n'),
      dockerfile('FROM a:1 AS build\nUSER root\nFROM debian:13.1\nUSER 1000\n'),
    ],
  },
  {
    id: 'dockerfile-no-user',
    cwe: 'CWE-250',
    severity: 'low',
    confidence: 'low',
    title: 'Image without USER',
    message: 'If the base image sets no user, the process runs as root in the container.',
    help: 'End the last stage with USER and an unprivileged user.',
    sameWithout: anyVersion,
    find: (stage) => {
      const runs = stage.instructions.some(({ name }) => ['CMD', 'ENTRYPOINT'].includes(name));
      const isOwn = stage.isLast && !stage.isEarlierStage && !bringsUser.test(stage.image);
      return isOwn && runs && !userOf(stage) ? [stage.from] : [];
    },
    positives: [
      dockerfile('FROM debian:13.1 # HERE\nRUN make\nENTRYPOINT ["app"]\n'),
      dockerfile('FROM debian:13.1 # HERE\nCMD ["app"]\n'),
    ],
    negatives: [
      dockerfile('FROM debian:13.1\nUSER app\nCMD ["app"]\n'),
      dockerfile('FROM gcr.io/distroless/static:nonroot\nENTRYPOINT ["/app"]\n'),
      dockerfile('FROM debian:13.1\nRUN make\n'),
    ],
  },
  {
    id: 'dockerfile-unpinned-image',
    cwe: 'CWE-829',
    severity: 'low',
    title: 'Base image without a version',
    message:
      'Every build may use a different base image: what was tested is not what runs, and a malicious image gets in unnoticed.',
    help: 'Pin a version, or better the digest of the image.',
    find: ({ image: name, isEarlierStage, from }) =>
      isEarlierStage || name === 'scratch' || name.includes('$') || isPinnedImage(name) ? [] : [from],
    positives: [
      dockerfile('FROM node # HERE\nUSER app\n'),
      dockerfile('FROM --platform=linux/amd64 registry.example.com:5000/node:latest # HERE\n'),
      dockerfile('ARG TAG=latest\nFROM node:${TAG} # HERE\n'),
    ],
    negatives: [
      dockerfile('FROM <image>\n'),
      dockerfile('FROM $IMAGE\n'),
      dockerfile('ARG TAG\nFROM node:24.1 AS build\nFROM build\nFROM scratch\nFROM node:$TAG\n'),
      dockerfile(`FROM node@sha256:${'0a'.repeat(32)}\n`),
    ],
  },
];
