// /operator/channels, …/channels/{channel}/pause and …/resume: pausing and resuming what is sent.

import type { Queryable } from '../../db/database.ts';
import { DEFAULT_PAUSE_REASON } from '../../model/channel.ts';
import { readWaitingEmails } from '../../pms/notices.ts';
import {
  countPausedConnections,
  pauseConnection,
  pauseInstallation,
  readInstallationPause,
  resumeConnection,
  resumeInstallation,
} from '../../pms/pause.ts';
import { installationOperation, writeOperation } from '../operation.ts';
import { presentConnection, presentMoment, presentPause } from '../present.ts';
import { ofChannel } from './channels.ts';
import { connectionSchema, installationStatusSchema } from './records.ts';

const tag = 'Channels';
const path = '/channels/{channel}';

export const pauseChannelOperation = writeOperation({
  name: 'pauseChannel',
  audience: ['operator'],
  method: 'POST',
  path: `${path}/pause`,
  tag,
  summary: 'Pause a connection',
  description:
    "Stops all pushing, fetching, acknowledging and sending through this connection. A request that is under way may still finish. The connection's calendar links, and requests from the channel, are answered with 503, so that the channel tries again later. The state shows as `error`; `paused` says since when and why. Nights and bookings can be changed as usual.",
  problems: ['unknown_channel'],
  params: ofChannel,
  answer: connectionSchema,
  run: async (tx, call, { params }) =>
    presentConnection(await pauseConnection(tx, params.channel, DEFAULT_PAUSE_REASON), call),
});

export const resumeChannelOperation = writeOperation({
  name: 'resumeChannel',
  audience: ['operator'],
  method: 'POST',
  path: `${path}/resume`,
  tag,
  summary: 'Resume a connection',
  description:
    'Resumes exchanges with the channel: reservations, messages and reviews are fetched, and the whole calendar is pushed again. Does nothing if the connection is not paused.',
  problems: ['unknown_channel'],
  params: ofChannel,
  answer: connectionSchema,
  run: async (tx, call, { params }) => presentConnection(await resumeConnection(tx, params.channel), call),
});

export const getInstallationStatusOperation = installationOperation({
  name: 'getInstallationStatus',
  audience: ['operator'],
  method: 'GET',
  path: '/status',
  tag,
  summary: 'What is paused, and what waits',
  description:
    'The state of the whole installation: whether everything is paused and why, how many connections are paused, and how many e-mails wait to be sent.',
  problems: ['owner_required'],
  forOwners: 'of_all',
  answer: installationStatusSchema,
  run: async ({ db }) => ({ answer: await installationStatus(db), replayed: false }),
});

export const pauseEverythingOperation = installationOperation({
  name: 'pauseEverything',
  audience: ['operator'],
  method: 'POST',
  path: '/channels/pause',
  tag,
  summary: 'Pause everything',
  description:
    'Pauses every connection of every property, and all webhooks, e-mails to guests and calendar links, until everything is resumed. A connection made later is not paused.',
  problems: ['owner_required'],
  forOwners: 'of_all',
  answer: installationStatusSchema,
  run: async ({ db, now, actor }) => {
    await pauseInstallation(db, { now, actor, reason: DEFAULT_PAUSE_REASON });
    return { answer: await installationStatus(db), replayed: false };
  },
});

export const resumeEverythingOperation = installationOperation({
  name: 'resumeEverything',
  audience: ['operator'],
  method: 'POST',
  path: '/channels/resume',
  tag,
  summary: 'Resume everything',
  description:
    'Resumes every connection of every property, webhooks, e-mails and calendar links, including connections that were paused one by one. After a restore or a copy, first make sure that no other installation uses the same connections: if two installations fetch from one channel, each misses the reservations that the other has fetched.',
  problems: ['owner_required'],
  forOwners: 'of_all',
  answer: installationStatusSchema,
  run: async ({ db, now, actor }) => {
    await resumeInstallation(db, { now, actor });
    return { answer: await installationStatus(db), replayed: false };
  },
});

async function installationStatus(db: Queryable) {
  const [pause, connections, emails] = await Promise.all([
    readInstallationPause(db),
    countPausedConnections(db),
    readWaitingEmails(db),
  ]);
  return {
    paused: pause && presentPause(pause),
    connections: connections.total,
    paused_connections: connections.paused,
    waiting_emails: {
      count: emails.count,
      since: emails.since && presentMoment(emails.since),
      reason: emails.reason,
    },
  };
}
