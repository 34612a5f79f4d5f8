// Messages, reviews and the search for reservations of Expedia Group's public lodging schema, with its names, nullability and
// arguments.

export const LODGING_SCHEMA = /* GraphQL */ `
  scalar DateTime
  scalar LocalDate
  scalar Locale
  scalar Url
  enum IdSource { EXPEDIA SUPPLIER VRBO }
  enum SortOrder { ASC DESC }
  enum RangeOperator { INCLUSIVE EXCLUSIVE }
  enum MessageThreadMessagesSortField { CREATION_DATE_TIME_UTC }
  enum PropertyMessageThreadsSortField { CREATION_DATE_TIME_UTC }
  enum MessageThreadParticipantRole { TRAVELER SUPPLIER }
  enum MessageReviewStatus { IN_REVIEW ACCEPTED BLOCKED }
  enum ReviewBrand {
    CHEAP_TICKETS EBOOKERS EXPEDIA HOTELS HOTWIRE LASTMINUTE MR_JET ORBITZ OTHER TRAVELOCITY VRBO WOTIF
  }

  input DateTimeRangeFilterInput { from: DateTime! to: DateTime! operator: RangeOperator = INCLUSIVE }
  input PropertyMessagesFiltersInput { createdDate: DateTimeRangeFilterInput creationDateTime: DateTimeRangeFilterInput }
  input PropertyMessageThreadsFiltersInput { createdDate: DateTimeRangeFilterInput creationDateTime: DateTimeRangeFilterInput }
  input MessageThreadMessagesOrderByInput {
    field: MessageThreadMessagesSortField = CREATION_DATE_TIME_UTC
    order: SortOrder = ASC
  }
  input PropertyMessageThreadsOrderByInput {
    field: PropertyMessageThreadsSortField = CREATION_DATE_TIME_UTC
    order: SortOrder = ASC
  }
  input DateInput { from: LocalDate! to: LocalDate! }
  input ReviewReservationIdNodeInput { id: ID! idSource: IdSource! }
  input ReviewReservationFilterInput { reservationIds: [ReviewReservationIdNodeInput!] }
  input ReviewFilter {
    brandNames: [ReviewBrand!]
    createdDate: DateInput
    hasOwnerResponse: Boolean
    reservation: ReviewReservationFilterInput
    reviewId: String
    source: String
    updatedDate: DateInput
  }
  input ReviewsOrderBy {
    createdDateTime: SortOrder
    lastUpdatedDateTime: SortOrder
    ownerResponseCreatedDateTime: SortOrder
    ownerResponseLastUpdatedDateTime: SortOrder
    reservationCheckInDate: SortOrder
    reservationCheckOutDate: SortOrder
  }
  input IdNodeInput { id: ID! idSource: IdSource! }
  input ReservationFilterInput { reservationIds: [IdNodeInput!] }
  input InputLocalizedString { locale: String! value: String! }
  input SendMessageInput { clientMutationId: String messageThreadId: ID! body: String attachmentIds: [ID!] }

  type LocalizedString { locale: Locale! value: String! }
  type IdNode { id: ID idSource: IdSource! }
  type Reservation {
    id: ID! reservationIds: [IdNode!]! checkInDate: LocalDate! checkOutDate: LocalDate! messageThreadId: ID
  }
  type ReservationEdge { cursor: String! node: Reservation! }
  type ReservationsConnection { totalCount: Int edges: [ReservationEdge]! }
  type MessageThreadTraveler { firstName: String lastName: String }
  type MessageThreadLocalizedString { value: String! }
  type MessageThreadAttachment { id: ID! name: String! uploadDateTimeUtc: DateTime! url: Url! }
  type MessageThreadBookingInquiry {
    id: ID! checkInDate: LocalDate checkOutDate: LocalDate adultCount: Int! childCount: Int! hasPets: Boolean!
  }
  type ReservationAlternativeIds { supplierId: ID! referenceNumber: String }
  type MessageThreadReservationSummary {
    id: ID! checkInDate: LocalDate! checkOutDate: LocalDate! adultCount: Int! childCount: Int! petCount: Int!
    alternativeIds: ReservationAlternativeIds!
  }
  type MessageThread {
    id: ID!
    property: Property!
    bookingInquiry: MessageThreadBookingInquiry
    reservationSummary: MessageThreadReservationSummary
    primaryTraveler: MessageThreadTraveler
    messages(limit: Int = 10, cursor: String, orderBy: MessageThreadMessagesOrderByInput): MessageThreadMessagesResponse!
    creationDateTimeUtc: DateTime
  }
  type MessageThreadMessage {
    id: ID!
    messageThread: MessageThread!
    creationDateTimeUtc: DateTime
    type: String
    body: MessageThreadLocalizedString
    attachments: [MessageThreadAttachment!]!
    fromRole: MessageThreadParticipantRole
    reviewStatus: MessageReviewStatus
  }
  type MessageThreadsResponse { totalCount: Int! cursor: String elements: [MessageThread!]! }
  type MessageThreadMessagesResponse { totalCount: Int! cursor: String elements: [MessageThreadMessage!]! }
  type SendMessagePayload { clientMutationId: String messageId: ID! }
  type Rating { category: String! value: String! }
  type OwnerResponse { body: LocalizedString! createdDateTime: String! lastUpdatedDateTime: String! status: String! }
  type ReviewGuest { firstName: String! lastName: String! }
  type ReviewReservation {
    checkInDate: LocalDate checkOutDate: LocalDate primaryGuest: ReviewGuest reservationIds: [IdNode!]! status: String
  }
  type ReviewMedia { caption: LocalizedString highResolutionUrl: String thumbnailUrl: String }
  type Review {
    body: LocalizedString!
    brandNameV2: ReviewBrand
    createdDateTime: String!
    id: ID!
    isEligibleForResponse: Boolean
    lastUpdatedDateTime: String!
    media: ReviewMedia
    propertyId: [IdNode]
    reservation: ReviewReservation
    response: OwnerResponse
    source: String
    starRatings: [Rating]!
    status: String!
    title: LocalizedString
  }
  type ReviewResponse { cursor: String reviews: [Review]! totalCount: Int! }
  type UpdatedReviewResponse { body: LocalizedString! createdDateTime: String! status: String! }
  type Property {
    id: ID!
    ids: [IdNode!]!
    name: String!
    messageThreads(
      limit: Int = 10, cursor: String, filters: PropertyMessageThreadsFiltersInput!, orderBy: PropertyMessageThreadsOrderByInput
    ): MessageThreadsResponse!
    messages(limit: Int = 10, cursor: String, filters: PropertyMessagesFiltersInput!): MessageThreadMessagesResponse
    reservations(pageSize: Int!, after: String, filter: ReservationFilterInput): ReservationsConnection
    reviews(after: String, filter: ReviewFilter, orderBy: ReviewsOrderBy, pageSize: Int!): ReviewResponse!
  }
  type Query {
    property(id: String!, idSource: IdSource): Property
    messageThread(id: ID!): MessageThread
    message(id: ID!): MessageThreadMessage
  }
  type Mutation {
    sendMessage(input: SendMessageInput!): SendMessagePayload
    setReviewResponse(
      body: InputLocalizedString!, propertyId: ID!, propertyIdSource: IdSource!, reviewId: ID!
    ): UpdatedReviewResponse!
  }
`;
