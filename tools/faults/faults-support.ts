/** Faults in the inbox, payment accounts, announcements and reviews. */
import { fault, schemaOf, type Fault } from './fault.ts'

const inboxTests = ['apps/server/src/modules/people/support/inbox.test.ts']
const announcementTests = ['apps/server/src/modules/people/messages/announcements.test.ts']
const reviewTests = ['apps/server/src/modules/selling/reviews/reviews.test.ts']
const moderation = 'apps/server/src/modules/selling/reviews/moderate-review.ts'

export const supportFaults: Fault[] = [
  fault(
    'an operator answers while another one has the claim',
    'apps/server/src/modules/people/support/claim-conversation.ts',
    `if (isClaimedByAnother(row, operatorId, now))`,
    `if (isClaimedByAnother(row, row.claimed_by ?? operatorId, now))`,
    inboxTests,
  ),
  fault(
    'the database stores an answer without the claim',
    schemaOf('support'),
    `t.claimed_by = new.author_id and t.claimed_until >= new.at`,
    `t.party_id is not null`,
    inboxTests,
  ),
  fault(
    'a conversation shows merchants the names of operators',
    'apps/server/src/modules/people/support/store.ts',
    'end as staff, m.text, m.file_id,',
    "end as staff, m.text || coalesce(o.name, '') as text, m.file_id,",
    inboxTests,
  ),
  fault(
    'a payment account that one person confirmed is sent',
    'apps/server/src/modules/money/deposits/transfers/payment-account.ts',
    `if (!row.second_by || !configuredDigests`,
    `if (!configuredDigests`,
    inboxTests,
  ),
  fault(
    'one person confirms a payment account twice',
    schemaOf('deposits'),
    `for each row
  execute function check_signers('first_by@first_at', 'second_by@second_at');`,
    `for each row execute function check_signers('first_by@first_at');`,
    [...inboxTests, 'apps/server/src/modules/people/identity/operators/operators.test.ts'],
  ),
  fault(
    'a card shows an account that the settings no longer have',
    'apps/server/src/modules/money/deposits/transfers/payment-account.ts',
    ` && row.second_at !== null && digests.has(row.digest.toString('hex'))`,
    ` && row.second_at !== null`,
    inboxTests,
  ),
  fault(
    'an announcement goes to shops outside its audience',
    schemaOf('messages'),
    `(cardinality(countries) = 0 or s.country = any (countries))`,
    `(cardinality(countries) >= 0 or s.country = any (countries))`,
    announcementTests,
  ),
  fault(
    'a scheduled announcement whose audience grew is sent by one person',
    'apps/server/src/modules/people/messages/announce.ts',
    `if (needsSecond && !row.confirmed_by)`,
    `if (needsSecond && row.confirmed_by)`,
    announcementTests,
  ),
  fault(
    'a redaction adds words',
    moderation,
    `decision === 'redact' && !onlyRemovesWords(found.text, input.redactedText!)`,
    `decision === 'redact' && input.redactedText === ''`,
    reviewTests,
  ),
  fault(
    'a review with a phone number is shown before the decision',
    moderation,
    `held: report.by === 'rule',`,
    `held: false,`,
    reviewTests,
  ),
  fault(
    'the person of the first decision decides the appeal',
    schemaOf('reviews'),
    `execute function check_signers('decided_by', 'appeal_decided_by');`,
    `execute function check_signers('decided_by');`,
    reviewTests,
  ),
  fault(
    'a decision is about words that nobody has read',
    moderation,
    `(input.changedAt ?? null) !== (found.changed_at?.toISOString() ?? null)`,
    `(input.changedAt ?? null) !== (input.changedAt ?? null)`,
    reviewTests,
  ),
  fault(
    'a changed review leaves the rating of the shop as it was',
    schemaOf('reviews'),
    `rating_sum = f.rating_sum + change_review.rating - was.rating`,
    `rating_sum = f.rating_sum`,
    reviewTests,
  ),
  fault(
    'a review that the platform decided about is changed',
    'apps/server/src/modules/selling/reviews/change-review.ts',
    `if (moderated && moderated.state !== 'open') return refuse('review/decided')`,
    `if (moderated && moderated.state !== 'open') return`,
    reviewTests,
  ),
  fault(
    'a phone number comes into a review by a change',
    'apps/server/src/modules/selling/reviews/change-review.ts',
    `  await holdReview(tx, { shopId: order.shop_id, orderId: id, text }, now)\n`,
    ``,
    reviewTests,
  ),
]
