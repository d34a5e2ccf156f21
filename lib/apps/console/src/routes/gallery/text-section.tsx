import type { ReactElement } from 'react';
import { galleryMessages } from '@scangate/console/messages/gallery.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Disclosure } from '@scangate/console/parts/layout/disclosure.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { SeverityBadge, StatusBadge, VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Meter } from '@scangate/console/parts/status/meter.tsx';
import { Money } from '@scangate/console/parts/text/amount.tsx';
import { CodeBlock } from '@scangate/console/parts/text/code-block.tsx';
import { Hash, Path, Purl } from '@scangate/console/parts/text/code-text.tsx';
import { ExternalLink } from '@scangate/console/parts/text/external-link.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import styles from './gallery.module.css';
import { hostileTexts } from './samples.ts';

export const TypeSection = (): ReactElement => (
  <Panel title={galleryMessages.types}>
    <p className={styles['verdict']}>{galleryMessages.verdict}</p>
    <p className={styles['page']}>{galleryMessages.page}</p>
    <p className={styles['lead']}>{galleryMessages.leadText}</p>
    <p>{galleryMessages.body}</p>
    <p className={styles['meta']}>{galleryMessages.meta}</p>
    <code>{galleryMessages.code}</code>
  </Panel>
);

export const ActionSection = (): ReactElement => (
  <Panel title={galleryMessages.buttons}>
    <Row>
      <Button kind="primary">{galleryMessages.save}</Button>
      <Button>{galleryMessages.edit}</Button>
      <Button kind="quiet">{galleryMessages.more}</Button>
      <Button kind="danger">{galleryMessages.remove}</Button>
      <Button icon="search">{galleryMessages.edit}</Button>
      <Button icon="more" label={galleryMessages.more} kind="quiet" />
    </Row>
    <Row>
      <Button kind="primary" busy>
        {galleryMessages.save}
      </Button>
      <Button disabled>{galleryMessages.edit}</Button>
      <Button kind="quiet" disabled>
        {galleryMessages.more}
      </Button>
      <Button kind="danger" disabled>
        {galleryMessages.remove}
      </Button>
      <Link to="scans">{pageName}</Link>
      <Link to="scans" kind="button">
        {pageName}
      </Link>
    </Row>
  </Panel>
);

const pageName = galleryMessages.page;

export const TextSection = (): ReactElement => (
  <Panel title={galleryMessages.texts}>
    <ul className={styles['texts']}>
      {hostileTexts.map((text) => (
        <li key={text}>
          <Text value={text} />
          <Text value={text} cut="middle" />
          <Path value={text} />
        </li>
      ))}
    </ul>
    <KeyValue
      items={[
        { label: galleryMessages.code, value: <Hash value={'07f983dc5443e30e4745f718715c62279ebb491d'} /> },
        { label: galleryMessages.repository, value: <Purl value={'pkg:npm/%40acme/storefront@1.2.3'} /> },
        {
          label: galleryMessages.url,
          value: <ExternalLink href={galleryMessages.url}>{galleryMessages.url}</ExternalLink>,
        },
        { label: galleryMessages.when, value: <Instant at="2026-11-20T10:00:00.000Z" /> },
        { label: galleryMessages.period, value: <Instant at="2026-11-20T10:00:00.000Z" mode="day" /> },
        { label: galleryMessages.findings, value: <Money amount={123_450} currency="usd" /> },
      ]}
    />
    <CodeBlock label={galleryMessages.yaml} code={`${galleryMessages.code}\n${galleryMessages.url}`} />
    <Disclosure summary={galleryMessages.details}>{galleryMessages.body}</Disclosure>
  </Panel>
);

export const BadgeSection = (): ReactElement => (
  <Panel title={galleryMessages.badges}>
    <Row gap={4}>
      {['PASS', 'FAIL', 'ERROR', 'NEW'].map((verdict) => (
        <VerdictBadge key={verdict} verdict={verdict} />
      ))}
      <VerdictBadge verdict="FAIL" large />
    </Row>
    <Row gap={4}>
      {['critical', 'high', 'medium', 'low', 'unknown', 'tomorrow'].map((severity) => (
        <SeverityBadge key={severity} severity={severity} />
      ))}
      <SeverityBadge severity="critical" count={12} />
    </Row>
    <Row gap={4}>
      {(['pass', 'fail', 'error', 'medium', 'low', 'muted', 'accent'] as const).map((tone) => (
        <StatusBadge key={tone} tone={tone}>
          {galleryMessages.status}
        </StatusBadge>
      ))}
    </Row>
    <Stack>
      {([320, 60, 0] as const).map((value) => (
        <Meter
          key={value}
          label={galleryMessages.credits}
          value={value}
          max={800}
          tone={value > 100 ? 'accent' : 'medium'}
          text={galleryMessages.creditsText}
        />
      ))}
    </Stack>
  </Panel>
);
