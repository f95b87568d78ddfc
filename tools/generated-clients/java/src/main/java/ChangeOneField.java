import java.util.Map;
import java.util.UUID;
import helpdesk.ApiClient;
import helpdesk.api.TicketsApi;
import helpdesk.model.TicketsContextStoreSearchParameters;
import helpdesk.model.TicketsContextStoreSearchRequest;
import helpdesk.model.TicketsSearchFilter;
import helpdesk.model.TicketsSearchQuery;
import helpdesk.model.TicketsUpdateParameters;
import helpdesk.model.TicketsUpdateParametersTicket;
import helpdesk.model.TicketsUpdateRequest;

/** Changes the subject of a ticket, and searches with one operator: two requests whose bodies hold nothing else. */
public final class ChangeOneField {
  private static final UUID connection = UUID.fromString(System.getenv("HELPDESK_CONNECTION"));

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("CONNECTORY_URL"));
    client.setBearerToken(System.getenv("CONNECTORY_TOKEN"));
    TicketsApi tickets = new TicketsApi(client);

    TicketsUpdateParametersTicket change = new TicketsUpdateParametersTicket().subject("Printer on fire");
    TicketsUpdateParameters update = new TicketsUpdateParameters().ticketId(7L).ticket(change);
    tickets.ticketsUpdate(connection, new TicketsUpdateRequest().params(update), null);

    TicketsSearchFilter filter = new TicketsSearchFilter().keyword(Map.of("subject", "printer"));
    TicketsContextStoreSearchParameters search =
        new TicketsContextStoreSearchParameters().query(new TicketsSearchQuery().filter(filter));
    tickets.ticketsContextStoreSearch(connection, new TicketsContextStoreSearchRequest().params(search));
    System.out.println("scenario passed: one change, one search");
  }
}
