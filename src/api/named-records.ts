// All records that the OpenAPI descriptions refer to by name.

import * as calendarRecords from './calendar-records.ts';
import { causeSchema } from './cause-record.ts';
import * as deskRecords from './desk-records.ts';
import * as groupRecords from './group-records.ts';
import * as guestRecords from './guest-records.ts';
import * as guestRequestRecords from './guest-request-records.ts';
import * as guestReviewRecords from './guest-review-records.ts';
import * as inquiryRecords from './inquiry-records.ts';
import * as operatorRecords from './operator/records.ts';
import { problemSchema } from './problem-record.ts';
import * as proposalRecords from './proposal-records.ts';
import * as records from './records.ts';
import * as sessionRecords from './session/records.ts';
import * as templateRecords from './template-records.ts';
import * as unitRecords from './unit-records.ts';

export const NAMED_RECORDS = {
  causeSchema,
  ...records,
  ...calendarRecords,
  ...deskRecords,
  ...groupRecords,
  ...guestRecords,
  ...guestRequestRecords,
  ...guestReviewRecords,
  ...inquiryRecords,
  ...operatorRecords,
  ...proposalRecords,
  ...sessionRecords,
  ...templateRecords,
  ...unitRecords,
  Problem: problemSchema,
};
